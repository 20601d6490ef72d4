import type { Case } from '../case.js';
import { isObject, objectOrEmpty } from '../json/json.js';
import type { Probe } from '../probe.js';
import { sampleArguments } from '../schema/arguments.js';
import { harmlessMethod, writeMessage } from '../session/messages.js';
import type { OfferedTool } from '../session/offer.js';
import { harmlessOf, harmlessText } from './ask.js';
import { LINES, MCP, WITH_BATCHES } from './spec.js';
import { noTool } from './tool-calls.js';

/** Something that no client should do, and that no server may die of. */
export interface Abuse extends Partial<Pick<Case, 'eras' | 'transports' | 'once'>> {
  readonly name: string;
  /** As in `… ended the server`. */
  readonly what: string;
  readonly fix: string;
  /** What is sent; a sentence where there is nothing to send it to. */
  texts(probe: Probe): readonly (string | Uint8Array)[] | string;
  /** Whether the texts are pieces of lines. */
  readonly raw?: boolean;
  /** Whether a server may close the connection on which it came. */
  readonly mayClose?: boolean;
}

const HOLE = '<errata>';

const DECODE =
  'Decode input with replacement characters or refuse the line with -32700; a decoding error of the reader must not end it.';

/** Bytes that are not UTF-8. */
const INVALID_UTF8 = [
  { name: 'byte-ff', what: 'the byte 0xFF', bytes: [0xff] },
  { name: 'cut-character', what: 'a cut character of UTF-8', bytes: [0xe2, 0x82] },
  { name: 'overlong-character', what: 'an overlong character of UTF-8', bytes: [0xc0, 0xaf] },
] as const;

const DEPTH =
  'Limit the depth of what is read, and catch the stack overflow of the code that walks through it: validation, logging, cloning.';

const MANY: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, number) => [`errata_${number}`, number]),
);

/** What is done to a server. */
export const ABUSES: readonly Abuse[] = [
  {
    name: 'broken-json',
    what: 'a message that is cut off',
    fix: 'Answer -32700 and read on: an error of the parser concerns one line only.',
    texts: (probe) => [requestWith(probe, '"half').slice(0, -2), '}{'],
  },
  ...INVALID_UTF8.map(({ name, what, bytes }) => ({
    name,
    what,
    fix: DECODE,
    texts: (probe: Probe) => {
      const [before, after] = requestWith(probe, '"@@@"').split('@@@') as [string, string];
      return [Buffer.concat([Buffer.from(before), Uint8Array.from(bytes), Buffer.from(after)])];
    },
  })),
  {
    name: 'nul-bytes',
    what: 'NUL bytes',
    fix: 'Answer -32700 and read on: a NUL ends neither a line nor the input.',
    texts: (probe) => [requestWith(probe, '"\0"'), '\0'.repeat(64)],
  },
  {
    name: 'empty-lines',
    what: 'empty lines',
    fix: 'Skip lines without content, or refuse them; an empty line is not the end of the input.',
    transports: LINES,
    texts: () => ['', '', ' ', '\r', ''],
  },
  {
    name: 'pieces',
    what: 'half a message whose rest comes later',
    fix: 'Collect what comes until there is a newline: a chunk is no message.',
    transports: LINES,
    raw: true,
    texts(probe) {
      const text = `${requestWith(probe, '"in pieces"')}\n`;
      const half = Math.floor(text.length / 2);
      return [text.slice(0, half), text.slice(half)];
    },
  },
  {
    name: 'prototype-keys',
    what: 'names such as __proto__ and constructor',
    fix: 'Look methods and members up in a Map or with Object.hasOwn, never by a plain obj[name].',
    texts: (probe) => [
      requestWith(probe, '{"__proto__":{"id":1},"constructor":{"prototype":{"id":1}}}'),
      ...['__proto__', 'constructor', 'toString'].map((method) => probe.write(method)),
    ],
  },
  {
    name: 'duplicate-keys',
    what: 'a message whose members come twice',
    fix: 'Take the last of equal names, or refuse the message; a strict parser must not end the reader.',
    texts: (probe) => [
      probe
        .write('errata/twice', undefined, '"twice"')
        .replace('{', '{"id":"once","method":"errata/once","jsonrpc":"1.0",'),
    ],
  },
  {
    name: 'lone-surrogates',
    what: 'halves of surrogate pairs',
    fix: 'Write replies with \\u escapes or replacement characters where text is no Unicode; encoding must not fail.',
    texts: (probe) => [
      requestWith(probe, '"\\ud800"'),
      probe.write('errata/\ud800'),
      probe.write('errata/surrogate', undefined, '"\\udfff"'),
    ],
  },
  {
    name: 'deep-nesting',
    what: '10,000 nested arrays',
    fix: DEPTH,
    texts: (probe) => [requestWith(probe, nested(10_000))],
  },
  {
    name: 'deeper-nesting',
    what: '100,000 nested arrays',
    fix: DEPTH,
    texts: (probe) => [requestWith(probe, nested(100_000))],
  },
  {
    name: 'long-message',
    what: 'a request of 2 MB',
    fix: 'Read long lines, or refuse them with an error and skip to the next newline; the reader must not give up.',
    texts: (probe) => [requestWith(probe, `"${'x'.repeat(2_000_000)}"`)],
  },
  {
    name: 'huge-message',
    what: 'a request of 12 MiB',
    fix: 'Refuse lines and bodies above a limit with an error or 413, or close the connection; then go on with the next request.',
    mayClose: true,
    texts: (probe) => [requestWith(probe, `"${'x'.repeat(12 << 20)}"`)],
  },
  {
    name: 'long-method',
    what: 'a method of 100 kB',
    fix: 'Answer -32601 whatever the name is, with a short part of it.',
    texts: (probe) => [probe.write(`errata/${'m'.repeat(100_000)}`)],
  },
  {
    name: 'long-id',
    what: 'an id of 100 kB',
    fix: 'Echo the id or refuse the request; keep ids in a map, not in fixed buffers.',
    texts: (probe) => [
      probe.write('errata/long-id', undefined, JSON.stringify('i'.repeat(100_000))),
    ],
  },
  {
    name: 'huge-numbers',
    what: 'numbers that no machine can hold',
    fix: 'Refuse numbers out of range with an error, or read them as text; an overflow must not end the reader.',
    texts: (probe) => [requestWith(probe, '1e999'), requestWith(probe, '9'.repeat(400))],
  },
  {
    name: 'many-notifications',
    what: '200 notifications at once',
    fix: 'Read on while notifications are handled, and let no queue of them grow without end.',
    texts: ({ era, transport }) =>
      Array.from({ length: transport === 'http' ? 50 : 200 }, (_, number) =>
        writeMessage(era, 'notifications/errata', { number }, undefined),
      ),
  },
  {
    name: 'many-requests',
    what: '100 requests at once',
    fix: 'Bound the work in progress and let the rest wait, instead of failing under it.',
    texts: (probe) =>
      Array.from({ length: 100 }, (_, number) => harmlessText(probe, `"crowd-${number}"`)),
  },
  {
    name: 'large-batch',
    what: 'a batch of 1,000 requests',
    fix: 'Answer the batch, or refuse it with one error where it is too large.',
    once: false,
    eras: WITH_BATCHES,
    texts(probe) {
      // Short ones: a record keeps only so much of a text, and all of these ids have to be in it.
      const method = harmlessMethod(probe.era);
      const calls = Array.from({ length: 1000 }, (_, number) =>
        probe.write(method, undefined, String(5000 + number)),
      );
      return [`[${calls.join(',')}]`];
    },
  },
  {
    name: 'unknown-responses',
    what: 'responses to no request',
    fix: 'Ignore responses under ids that were never asked.',
    texts: () => [
      '{"jsonrpc":"2.0","id":"errata-nobody-asked","result":{}}',
      '{"jsonrpc":"2.0","id":987654321,"error":{"code":-32603,"message":"Nobody asked"}}',
    ],
  },
  {
    name: 'many-arguments',
    what: 'a call with 10,000 arguments',
    fix: 'Refuse arguments that the schema does not name, or ignore them.',
    eras: MCP,
    texts: (probe) =>
      callAny(probe, ({ name }, args) =>
        probe.write('tools/call', { name, arguments: { ...args, ...MANY } }),
      ),
  },
  {
    name: 'deep-arguments',
    what: 'a call whose arguments are 5,000 levels deep',
    fix: 'Validate before arguments are walked through, and catch what the walk throws.',
    eras: MCP,
    texts: (probe) =>
      callAny(probe, ({ name }, args) => {
        const call = { name, arguments: { ...args, errata: HOLE } };
        return fill(probe.write('tools/call', call), nested(5000));
      }),
  },
  {
    name: 'huge-argument',
    what: 'a call with a text of 1 MB',
    fix: 'Bound texts by maxLength in the schema, and refuse longer ones.',
    eras: MCP,
    texts: (probe) =>
      callAny(probe, ({ name, inputSchema }, args) => {
        const text = { [nameOfText(inputSchema) ?? 'errata']: 'x'.repeat(1_000_000) };
        return probe.write('tools/call', { name, arguments: { ...args, ...text } });
      }),
  },
];

/** A request that succeeds elsewhere, with one more parameter, whose value is JSON text. */
function requestWith(probe: Probe, value: string): string {
  const { method, params } = harmlessOf(probe);
  return fill(probe.write(method, { ...params, errata: HOLE }), value);
}

function fill(text: string, value: string): string {
  return text.replace(JSON.stringify(HOLE), () => value);
}

/** Lists within lists. */
function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** A call of a tool, best of one that takes a text; a sentence where none may be called. */
function callAny(
  probe: Probe,
  write: (tool: OfferedTool, args: Readonly<Record<string, unknown>>) => string,
): readonly string[] | string {
  const { callable } = probe;
  const tool = callable.find(({ inputSchema }) => nameOfText(inputSchema)) ?? callable[0];
  return tool === undefined
    ? noTool(probe)!
    : [write(tool, sampleArguments(tool.inputSchema) ?? {})];
}

/** The first argument that is a text. */
function nameOfText({ properties }: OfferedTool['inputSchema']): string | undefined {
  return Object.entries(objectOrEmpty(properties)).find(
    ([, schema]) => isObject(schema) && objectOrEmpty(schema)['type'] === 'string',
  )?.[0];
}
