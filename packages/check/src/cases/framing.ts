import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange, ReceivedMessage, ByteFlaw, LinkLog } from '../exchange.js';
import { objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { KEPT_TEXT } from '../session/link-log.js';
import { bareIdOf, kindOf } from '../session/messages.js';
import { goodRequest } from './ask.js';
import {
  defineCases,
  DID_NOT_SURVIVE,
  isAnswered,
  never,
  NO_REPLY,
  NOTHING_SUCCEEDS,
  success,
  type CaseRow,
  type Seen,
} from './define-cases.js';
import { LINES, MCP, PLAIN, JSON_RFC, JSONRPC, mcpLink } from './spec.js';
import { codeOf, describe, hasResult, meantReply } from './read-reply.js';

/** Invalid JSON, without an id. */
const INVALID_JSON = 'this is not JSON';

/** Invalid JSON that many parsers accept. */
const LENIENT: readonly {
  readonly name: string;
  readonly what: string;
  write(probe: Probe): string | undefined;
}[] = [
  {
    name: 'trailing-comma',
    what: 'a comma after the last member',
    write: (probe) => goodRequest(probe)?.replace(/\}$/, ',}'),
  },
  {
    name: 'single-quotes',
    what: 'single quotes around its strings',
    write: (probe) => goodRequest(probe)?.replaceAll('"', "'"),
  },
  {
    name: 'comment',
    what: 'a comment in it',
    write: (probe) => goodRequest(probe)?.replace(/\}$/, '/* a comment */}'),
  },
  {
    name: 'nan',
    what: 'NaN for a number',
    write: (probe) => goodRequest(probe, { note: '@' })?.replace('"@"', 'NaN'),
  },
];

/** Ids with a letter of two bytes: for the whole, and for the pieces. */
const WHOLE = 'né-whole';
const CUT = 'né-cut';

type LogEvent = LinkLog['events'][number];

export const FRAMING_CASES = defineCases({ group: 'framing', link: JSONRPC.errorObject }, [
  {
    id: 'jsonrpc/5.1/parse-error-answered',
    must: 'Invalid JSON gets an error reply.',
    fix: 'Answer with error -32700 instead of dropping the text.',
    ask: (probe) => probe.send(INVALID_JSON, { expects: 'due' }),
    what: `"${INVALID_JSON}"`,
    unless: never,
    want: isAnswered,
  },
  {
    id: 'jsonrpc/5.1/parse-error-code',
    must: 'Invalid JSON gets -32700.',
    fix: 'Use -32700 for invalid JSON, and only for that.',
    ask: (probe) => probe.send(INVALID_JSON),
    what: `"${INVALID_JSON}"`,
    unless: noMeantReply,
    want: ({ reply }) => codeOf(reply) === -32700,
  },
  {
    id: 'jsonrpc/5/parse-error-id-null',
    must: 'The reply to a text whose id cannot be read has the id null.',
    link: JSONRPC.responseObject,
    fix: 'Write "id": null where the id of the request could not be read.',
    eras: PLAIN,
    ask: (probe) => probe.send(INVALID_JSON),
    unless: noMeantReply,
    want: ({ reply }) =>
      objectOrEmpty(reply!.value)['id'] === null || `the reply is ${reply!.text.slice(0, 200)}`,
  },
  {
    id: 'mcp/2025-11-25/basic/unreadable-id-omitted',
    should:
      'The reply to a text whose id cannot be read has no id: the schema of MCP forbids the null that JSON-RPC asks for.',
    link: mcpLink('basic', '2025-11-25', 'error-responses'),
    fix: 'Leave the member "id" out of the reply: clients of the SDKs drop a reply with a null id, and wait.',
    deviation: 'null-id',
    ask: (probe) => probe.send(INVALID_JSON),
    unless: noMeantReply,
    want: ({ reply }) =>
      !Object.hasOwn(objectOrEmpty(reply!.value), 'id') ||
      `the reply is ${reply!.text.slice(0, 200)}`,
  },
  {
    id: 'jsonrpc/5.1/truncated-json-code',
    must: 'A request that is cut off before its last brace is answered with -32700.',
    fix: 'Use -32700 for JSON that ends too early, as for any invalid JSON.',
    once: true,
    ask: (probe) => probe.send(probe.write('errata/cut-off').slice(0, -1)),
    what: 'a request without its last brace',
    unless: noMeantReply,
    want: ({ reply }) => codeOf(reply) === -32700,
  },
  // RFC 8259 lets a parser take more than JSON, so that this is advice; others on the way will not.
  ...LENIENT.map(({ name, what, write }): CaseRow<'link'> => ({
    id: `jsonrpc/5.1/lenient-${name}`,
    should: `A request with ${what} is invalid JSON, and is not executed.`,
    fix: 'Read requests with a strict JSON parser, and answer everything else with -32700.',
    once: true,
    needs: success,
    ask: (probe) => probe.send(write(probe)!),
    unless: never,
    want: ({ reply, state }) => {
      if (hasResult(reply)) return `a request with ${what} got a result`;
      return state === 'open' || DID_NOT_SURVIVE;
    },
  })),
  {
    id: 'jsonrpc/5.1/two-values',
    should: 'Two requests without a newline between them are invalid JSON, and are not executed.',
    fix: 'Cut the input into lines first, read each as one JSON value, and refuse what is left over.',
    // Plain JSON-RPC does not say how messages are separated on a stream.
    eras: MCP,
    once: true,
    async run(probe) {
      const [first, second] = [goodRequest(probe), goodRequest(probe)];
      if (first === undefined || second === undefined) return NOTHING_SUCCEEDS;
      const exchange = await probe.send(`${first}${second}`, { replies: 2 });
      const executed = exchange.responses.filter(hasResult).length;
      if (executed > 0) return `two requests in one text got ${executed} results`;
      return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
    },
  },
  {
    id: 'jsonrpc/2/crlf',
    must: 'A line that ends with a carriage return and a newline is understood.',
    link: JSON_RFC.grammar,
    fix: 'Cut the input at newlines, and let the JSON parser take the carriage return as whitespace.',
    transports: LINES,
    once: true,
    run: (probe) => understood(probe, 'a request that ends with CRLF', (text) => `${text}\r`),
  },
  {
    id: 'jsonrpc/2/whitespace',
    must: 'Spaces and tabs around the message and between its parts are understood.',
    link: JSON_RFC.grammar,
    fix: 'Read messages with a JSON parser, not by comparing text.',
    once: true,
    run: (probe) =>
      understood(probe, 'a request with spaces and tabs', (text) => `  ${spread(text)}\t `),
  },
  {
    id: 'jsonrpc/2/escapes',
    must: 'Names and strings that are written with \\u escapes are understood.',
    link: JSON_RFC.strings,
    fix: 'Compare names and methods after the JSON was read, not in its text.',
    once: true,
    run: (probe) =>
      understood(
        probe,
        'a request with "\\u006dethod" for "method", and its value escaped likewise',
        escapeMethod,
      ),
  },
  {
    id: 'jsonrpc/2/member-order',
    must: 'The members of a request are understood in any order.',
    link: JSON_RFC.objects,
    fix: 'Read all members of a message before one of them is judged.',
    once: true,
    run: (probe) => understood(probe, 'a request whose members come in reverse order', reverse),
  },
  {
    id: 'jsonrpc/2/split-character',
    must: 'A message that comes in two pieces, cut within a character of UTF-8, is understood.',
    link: JSON_RFC.encoding,
    fix: 'Collect bytes up to the newline and decode the whole line, or use a decoder that keeps the rest of a chunk.',
    transports: LINES,
    once: true,
    async run(probe) {
      const { harmless } = probe;
      if (harmless === undefined) return NOTHING_SUCCEEDS;
      const write = (id: string): string =>
        probe.write(harmless.method, harmless.params, JSON.stringify(id));
      const whole = await probe.send(write(WHOLE));
      if (!hasId(whole, WHOLE))
        return notObserved('such an id does not come back in one piece either');
      const bytes = Buffer.from(`${write(CUT)}\n`);
      const cut = bytes.indexOf('é') + 1;
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      const exchange = await probe.sendAll(pieces, { raw: true, replies: 1, expects: 'due' });
      if (hasId(exchange, CUT)) return kept;
      if (exchange.state !== 'open') return DID_NOT_SURVIVE;
      const later = await probe.alive();
      if (hasId(later, CUT)) return kept;
      return violated(
        `the id ${JSON.stringify(CUT)} was cut within é, and came back as ${exchange.reply?.text.slice(0, 120) ?? 'nothing'}`,
        whole,
        exchange,
      );
    },
  },
  {
    id: 'jsonrpc/5/two-in-one-write',
    must: 'Two requests that are written at once are both answered.',
    link: JSONRPC.responseObject,
    fix: 'Cut every chunk of input at all of its newlines: a chunk is no message.',
    transports: LINES,
    once: true,
    async run(probe) {
      const texts = [goodRequest(probe), goodRequest(probe)].filter((text) => text !== undefined);
      if (texts.length < 2) return NOTHING_SUCCEEDS;
      const exchange = await probe.send(`${texts.join('\n')}\n`, {
        raw: true,
        replies: 2,
        expects: 'due',
      });
      if (exchange.state !== 'open') return DID_NOT_SURVIVE;
      if (texts.every((text) => repliesTo(exchange, text).length > 0)) return kept;
      const later = await probe.alive();
      const isAnswered = (text: string): boolean =>
        repliesTo(exchange, text).length > 0 || repliesTo(later, text).length > 0;
      const answered = texts.filter(isAnswered).length;
      if (answered === 2) return kept;
      if (later.reply === undefined) return DID_NOT_SURVIVE;
      return `of two requests in one write ${answered === 1 ? 'one' : 'none'} was answered`;
    },
  },
  {
    id: 'mcp/2024-11-05/transports/stdout-pure',
    must: 'Every line on standard output is a message.',
    link: mcpLink('transports', '2025-11-25', 'stdio'),
    fix: 'Send logs, banners and prints of libraries to standard error.',
    transports: ['stdio'],
    last: (probe) =>
      judgeLines(probe, (event) => !isMessage(event), 'a line on standard output is no message'),
  },
  {
    id: 'jsonrpc/2/output-utf-8',
    must: 'What the server writes is UTF-8.',
    link: JSON_RFC.encoding,
    fix: 'Encode messages as UTF-8, and never cut or join them as bytes of another encoding.',
    transports: LINES,
    last: (probe) => judgeLines(probe, has('invalid UTF-8'), 'a line has bytes that are no UTF-8'),
  },
  {
    id: 'jsonrpc/2/no-byte-order-mark',
    must: 'No message begins with a byte order mark.',
    link: JSON_RFC.encoding,
    fix: 'Open standard output with an encoding that writes no byte order mark: JSON parsers stumble over it.',
    transports: LINES,
    last: (probe) =>
      judgeLines(probe, has('byte order mark'), 'a line begins with a byte order mark'),
  },
]);

/** The text with blanks wherever its outermost object lets them be. */
function spread(text: string): string {
  const members = Object.entries(objectOrEmpty(parseJson(text)));
  const written = members.map(
    ([name, value]) => `${JSON.stringify(name)} :\t${JSON.stringify(value)}`,
  );
  return `{ ${written.join(' ,\t')} }`;
}

function reverse(text: string): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(objectOrEmpty(parseJson(text))).reverse()),
  );
}

/** The name of the member and the first letter of the method, as escapes. */
function escapeMethod(text: string): string {
  return text.replace(/"method":"(.)/, (_, first: string) => {
    const code = first.charCodeAt(0).toString(16).padStart(4, '0');
    return `"\\u006dethod":"\\u${code}`;
  });
}

/** Whether a request that succeeds still does when it is written otherwise. */
async function understood(
  probe: Probe,
  what: string,
  rewrite: (text: string) => string,
): Promise<Seen> {
  const plain = goodRequest(probe);
  if (plain === undefined) return NOTHING_SUCCEEDS;
  const exchange = await probe.send(rewrite(plain), { expects: 'due' });
  if (hasResult(exchange.reply)) return kept;
  if (exchange.state !== 'open') return DID_NOT_SURVIVE;
  // It shows that the plain form succeeds, and gives a slow reply its time.
  const later = await probe.alive();
  if (!hasResult(later.reply))
    return notObserved('the same request does not succeed when it is plain');
  if (repliesTo(later, plain).some(hasResult)) return kept;
  return `${what} got ${describe(exchange)}, the same request in its plain form a result`;
}

/** The responses of an exchange under the id of a text. */
export function repliesTo({ responses }: WireExchange, text: string): readonly ReceivedMessage[] {
  const id = bareIdOf(text);
  return responses.filter((message) => id !== undefined && bareIdOf(message.text) === id);
}

function hasId({ responses }: WireExchange, id: string): boolean {
  return responses.some(({ value }) => objectOrEmpty(value)['id'] === id);
}

/** No reply, or one that is not meant as a message: the body of a refusal over HTTP need not be one. */
function noMeantReply(exchange: WireExchange): CaseOutcome | undefined {
  return meantReply(exchange) === undefined ? NO_REPLY : undefined;
}

function judgeLines(probe: Probe, isWrong: (event: LogEvent) => boolean, why: string): Seen {
  const lines = probe.links.flatMap(({ events }) => events).filter(({ way }) => way === 'in');
  if (lines.length === 0) return notObserved('the server sent nothing');
  const wrong = lines.filter(isWrong);
  const [first] = wrong;
  if (first === undefined) return kept;
  const more = wrong.length === 1 ? '' : `, and ${wrong.length - 1} more are like it`;
  const shown = JSON.stringify(first.text.slice(0, 120));
  return violated(`${why}: ${shown}${more}`, ...exchangesWith(probe, first));
}

/** Where a line was heard while something was asked. */
function exchangesWith({ exchanges }: Probe, { text, at }: LogEvent): readonly WireExchange[] {
  return exchanges
    .filter(({ received }) => received.some((each) => each.at === at && each.text === text))
    .slice(0, 1);
}

function has(flaw: ByteFlaw): (event: LogEvent) => boolean {
  return (event) => event.flaw === flaw;
}

/** Whether a line is meant to be a message; whether it is a good one is for other cases. */
function isMessage({ text, at }: LogEvent): boolean {
  if (text.trim() === '' || text.length >= KEPT_TEXT) return true;
  const value = parseJson(text);
  if (!Array.isArray(value)) return typeof value === 'object' && isMeantAsMessage(value, text, at);
  return (value as unknown[]).every((each) => isMeantAsMessage(each, text, at));
}

function isMeantAsMessage(value: unknown, text: string, at: number): boolean {
  return typeof value === 'object' && value !== null && kindOf({ value, text, at }) !== 'noise';
}
