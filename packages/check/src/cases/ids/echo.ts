import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { isObject } from '../../json/json.js';
import { idTextOf } from '../../session/sort-heard.js';
import { JSONRPC } from '../links.js';
import { ABSENT_METHOD, harmlessText, shownId } from './ask.js';
import { sameId } from './same-id.js';

interface EchoRow {
  readonly name: string;
  /** As JSON text. No other case uses it: an id is not used twice in a conversation. */
  readonly id: string;
  readonly what: string;
  readonly fix: string;
  /** A server may refuse such an id; what it answers has to carry it. */
  readonly isRefusable?: true;
}

const AS_IT_CAME =
  'Keep the id of a request as the JSON value it came as, and put it into the reply.';
const NO_NUMBER = 'Do not turn ids that are strings into anything else, even if they look like it.';

/** The ids that are tried. */
export const ECHO_ROWS: readonly EchoRow[] = [
  { name: 'integer', id: '77', what: 'a small integer', fix: AS_IT_CAME },
  {
    name: 'zero',
    id: '0',
    what: 'zero',
    fix: 'Ask whether there is an id, not whether it is truthy.',
  },
  { name: 'negative', id: '-7', what: 'a negative integer', fix: AS_IT_CAME },
  {
    name: 'max-safe',
    id: '9007199254740991',
    what: 'the largest integer that a double holds without doubt',
    fix: 'Keep ids in 64 bits, or as the text they came as.',
  },
  {
    name: 'bigint',
    id: '9007199254740993',
    what: 'an integer beyond the doubles',
    fix: 'Keep the text of the id, or refuse what cannot be kept: a rounded id belongs to somebody else.',
    isRefusable: true,
  },
  {
    name: 'fraction',
    id: '1.5',
    what: 'a number with a fraction',
    fix: 'Refuse such an id, or keep it as it is; do not round it.',
    isRefusable: true,
  },
  { name: 'string', id: '"errata-check"', what: 'a string', fix: AS_IT_CAME },
  {
    name: 'empty-string',
    id: '""',
    what: 'the empty string',
    fix: 'Ask whether there is an id, not whether it is truthy.',
  },
  { name: 'numeric-string', id: '"4711"', what: 'a string of digits', fix: NO_NUMBER },
  {
    name: 'unicode',
    id: '"errata-\u00e9-\u4e16\u754c-\ud83d\udc1f"',
    what: 'a string beyond ASCII',
    fix: 'Read and write UTF-8 everywhere.',
  },
  {
    name: 'escapes',
    id: String.raw`"errata \"quoted\" \\ back\nnext\tend"`,
    what: 'a string with quotes, backslashes and control characters',
    fix: 'Let a JSON writer write the id instead of putting it between quotes.',
  },
  {
    name: 'long-string',
    id: `"errata-${'0123456789abcdef'.repeat(64)}"`,
    what: 'a string of a kilobyte',
    fix: 'Do not cut ids.',
  },
  { name: 'uuid', id: '"2f0b6c1e-93d4-4a57-8a7e-0c5d1f6b9e21"', what: 'a UUID', fix: NO_NUMBER },
];

function echoCase({ name, id, what, fix, isRefusable }: EchoRow): Case {
  return {
    id: `jsonrpc/5/id-echo-${name}`,
    group: 'ids',
    requirement: `The reply to a request has its id, of the same type and value, when the id is ${what}.`,
    link: JSONRPC.responseObject,
    keyword: 'MUST',
    fix,
    async run(probe) {
      const exchange = await probe.send(harmlessText(probe, id), { expects: 'due' });
      return judgeEcho(exchange, id, isRefusable === true);
    },
  };
}

export const ECHO_CASES: readonly Case[] = ECHO_ROWS.map(echoCase);

export const echoInError: Case = {
  id: 'jsonrpc/5/id-echo-error',
  group: 'ids',
  requirement: 'An error has the id of the request that failed.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Write the id of the request into errors as well: without it the caller waits until its time is over.',
  async run(probe) {
    const id = '"errata-failing"';
    return judgeEcho(await probe.send(probe.write(ABSENT_METHOD, undefined, id)), id, false);
  },
};

function judgeEcho({ reply, told }: Exchange, id: string, isRefusable: boolean): Outcome {
  if (reply === undefined) return notObserved('there was no reply');
  if (!isObject(reply.value)) return notObserved('the reply is no object');
  const echoed = idTextOf(reply.text);
  if (echoed !== undefined && sameId(echoed, id)) return kept;
  const isNameless = echoed === undefined || echoed === 'null';
  if (isNameless && (isRefusable || (told[0]?.status ?? 0) >= 400)) {
    return notObserved(`the id ${shownId(id)} was refused`);
  }
  const under = echoed === undefined ? 'without an id' : `under the id ${shownId(echoed)}`;
  return violated(`the request under the id ${shownId(id)} got a reply ${under}`);
}
