import { kept, notObserved, violated } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { objectOrEmpty } from '../json/json.js';
import type { Probe } from '../probe.js';
import { sampleArguments } from '../schema/arguments.js';
import { defineCases, review } from './define-cases.js';
import { adviceLink } from './spec.js';
import { errorOf, hasFailed, resultOf, textsOf } from './read-reply.js';
import { answersOf, isSuccess, toolCallsIn } from './tool-calls.js';

const MOST_TOOLS = 10;
const MOST_CALLS = 3;
const MOST_WAITS = 2;

/** Seconds that are worth waiting for. */
const LONGEST_WAIT = 5;

/** Milliseconds of a call that is too slow to be made several times. */
const SLOW = 300;

/** Milliseconds beyond the hint, for clocks that are not quite even. */
const SLACK = 50;

interface Call {
  readonly tool: string;
  readonly args: unknown;
}

const NO_HINT = 'no failure of this run said when to try again';

/** When a failure says that it may be tried again. */
interface Hint {
  /** Such as `Retry-After` or `error.data.retry_after`. */
  readonly where: string;
  readonly value: unknown;
  /** The number of seconds; undefined if it is no number, or a date. */
  readonly seconds: number | undefined;
  /** The object that holds it; empty for a header. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly exchange: WireExchange;
  readonly reply: ReceivedMessage | undefined;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['retry_after', 1],
  ['retryAfter', 1],
  ['retry_after_seconds', 1],
  ['retryAfterSeconds', 1],
  ['retry_after_ms', 1000],
  ['retryAfterMs', 1000],
]);

const DEPTH = 3;

export const RETRY_CASES = defineCases({ group: 'retry', link: adviceLink('retry') }, [
  // Calls tools so quickly that some say when to come back, and comes back.
  {
    id: 'errata/retry/honest',
    should: 'A call that is retried after the given time is not refused again.',
    fix: 'Compute retry_after from the moment at which there is room again.',
    once: true,
    looksBack: true,
    async run(probe) {
      let waits = 0;
      for (const [index, { tool, args }] of calls(probe).entries()) {
        const refused = await callUntilRefused(probe, tool, args, index);
        const seconds = refused && longestHint(refused);
        if (seconds === undefined || !hasWorked(probe, tool, args)) continue;
        await probe.clock.sleep(seconds * 1000 + SLACK);
        const again = await probe.call(tool, args, { id: `"errata-retry-again-${index}"` });
        if (again.reply !== undefined && hasFailed(again) && hintsOf(again).length > 0) {
          return violated(
            `${tool} said to wait ${seconds} s, and after that said to wait again`,
            refused!,
            again,
          );
        }
        waits += 1;
        if (waits === MOST_WAITS) break;
      }
      return waits === 0
        ? notObserved(`no tool that had worked asked to wait for at most ${LONGEST_WAIT} seconds`)
        : kept;
    },
  },
  // A hint is a number that can be waited for.
  {
    id: 'errata/retry/form',
    should: 'A hint when to try again is a non-negative number, or in HTTP a date.',
    fix: 'Send retry_after as a JSON number of seconds, and Retry-After as digits or as a date of HTTP.',
    last: review(
      ({ exchanges }) => exchanges.flatMap(hintsOf),
      NO_HINT,
      (hint) => (hasForm(hint) ? undefined : `${hint.where} is ${JSON.stringify(hint.value)}`),
    ),
  },
  // A model does not see what only programs get.
  {
    id: 'errata/retry/hint-in-text',
    should:
      'The text of a failed call says when to try again where its facts do: a model reads only the text.',
    fix: 'Write the seconds into the text: "Wait 2 seconds and call it again".',
    last: review(
      ({ exchanges }) =>
        exchanges
          .flatMap(bodyHints)
          .filter(({ reply, seconds = 0 }) => resultOf(reply) !== undefined && seconds > 0),
      'no failed call of this run said when to try again',
      ({ reply, seconds, where, value }) =>
        saysTime(textsOf(resultOf(reply)), seconds!)
          ? undefined
          : `${where} is ${String(value)}, and the text does not say so`,
    ),
  },
  // A failure does not say no and when at once.
  {
    id: 'errata/retry/no-contradiction',
    should: 'A failure that says it cannot be tried again does not say when to try again.',
    fix: 'Leave the hint out where retryable is false, or say that it is true.',
    last: review(
      ({ exchanges }) => exchanges.flatMap(bodyHints),
      NO_HINT,
      ({ where, value, beside, seconds = 0 }) =>
        beside['retryable'] === false && seconds > 0
          ? `${where} is ${String(value)} beside "retryable": false`
          : undefined,
    ),
  },
  // A refused client learns how long to wait.
  {
    id: 'errata/retry/429-has-retry-after',
    should: 'An answer with HTTP status 429 or 503 has a Retry-After header.',
    fix: 'Send Retry-After with every 429 and 503, so that clients do not guess.',
    transports: ['http'],
    last: review(
      ({ exchanges }) =>
        exchanges.flatMap((exchange) =>
          exchange.httpAnswers
            .filter(({ status }) => status === 429 || status === 503)
            .map((answer) => ({ ...answer, exchange })),
        ),
      'no answer of this run had status 429 or 503',
      ({ status, headers }) =>
        headers['retry-after'] === undefined
          ? `HTTP ${status} came without Retry-After`
          : undefined,
    ),
  },
  // Header and body say the same.
  {
    id: 'errata/retry/header-and-body-agree',
    should: 'Retry-After and the hint in the body name the same time.',
    fix: 'Make both from one number; the header is rounded up to whole seconds.',
    transports: ['http'],
    last: review(
      ({ exchanges }) => exchanges.flatMap(hintsInBoth),
      'no failure of this run said it in both places',
      ({ header, where, seconds }) =>
        Math.abs(header - seconds) > 1
          ? `Retry-After says ${header} s, ${where} ${seconds} s`
          : undefined,
    ),
  },
]);

/** Hints in the body beside one in the header. With several answers it is unclear which header belongs to which body. */
function hintsInBoth(exchange: WireExchange) {
  const header = headerHints(exchange)[0]?.seconds;
  if (header === undefined || exchange.httpAnswers.length !== 1) return [];
  return bodyHints(exchange).flatMap(({ where, seconds }) =>
    seconds === undefined ? [] : [{ where, seconds, header, exchange }],
  );
}

/** Calls that may be made several times: of tools that are not known to be slow. */
function calls({ callable, exchanges }: Probe): readonly Call[] {
  const past = toolCallsIn(exchanges);
  return callable
    .filter(({ name }) => !past.some(({ tool, ms }) => tool === name && ms > SLOW))
    .slice(0, MOST_TOOLS)
    .flatMap(({ name, inputSchema }) => {
      const args = sampleArguments(inputSchema);
      return args === undefined ? [] : [{ tool: name, args }];
    });
}

/** The failure that has a hint in it, of a few calls one after the other. */
async function callUntilRefused(
  probe: Probe,
  tool: string,
  args: unknown,
  index: number,
): Promise<WireExchange | undefined> {
  for (let turn = 0; turn < MOST_CALLS; turn += 1) {
    const exchange = await probe.call(tool, args, { id: `"errata-retry-${index}-${turn}"` });
    if (hintsOf(exchange).length > 0) return exchange;
    if (exchange.state !== 'open' || exchange.ms > SLOW || hasFailed(exchange)) return undefined;
  }
  return undefined;
}

/** The longest wait that a failure asks for; undefined if that is too long, or if it asks for none. */
function longestHint(exchange: WireExchange): number | undefined {
  const seconds = hintsOf(exchange).map((hint) => hint.seconds ?? Infinity);
  const longest = Math.max(...seconds);
  return longest >= 0 && longest <= LONGEST_WAIT ? longest : undefined;
}

/** Whether the same call was a success in this run: what never works is not sent away for lack of room. */
function hasWorked({ exchanges }: Probe, tool: string, args: unknown): boolean {
  const wanted = JSON.stringify(args);
  return toolCallsIn(exchanges).some(
    (call) => call.tool === tool && JSON.stringify(call.args) === wanted && isSuccess(call.reply),
  );
}

function hasForm({ where, value, seconds }: Hint): boolean {
  if (seconds !== undefined) return Number.isFinite(seconds) && seconds >= 0;
  if (typeof value !== 'string') return false;
  const date =
    where === 'Retry-After' ? /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/ : /^\d{4}-\d\d-\d\dT/;
  return date.test(value) && !Number.isNaN(Date.parse(value));
}

/** Whether a text names a time in seconds, milliseconds or minutes, up to rounding. */
function saysTime(texts: readonly string[], seconds: number): boolean {
  const numbers = texts.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  return [seconds, Math.ceil(seconds), Math.floor(seconds), seconds * 1000, seconds / 60].some(
    (each) => numbers.includes(each),
  );
}

/** The hints of the failures of an exchange: those in headers first. */
export function hintsOf(exchange: WireExchange): readonly Hint[] {
  return [...headerHints(exchange), ...bodyHints(exchange)];
}

function headerHints(exchange: WireExchange): readonly Hint[] {
  const failed = exchange.responses.some((reply) => failedPartsOf(reply).length > 0);
  return exchange.httpAnswers.flatMap(({ status, headers }) => {
    const value = headers['retry-after'];
    if (value === undefined || (status < 400 && !failed)) return [];
    const seconds = /^\d{1,9}$/.test(value) ? Number(value) : undefined;
    return [{ where: 'Retry-After', value, seconds, beside: {}, exchange, reply: exchange.reply }];
  });
}

function bodyHints(exchange: WireExchange): readonly Hint[] {
  return answersOf(exchange).flatMap(({ reply }) =>
    failedPartsOf(reply).flatMap(([where, part]) =>
      hintsIn(where, part, 0).map((hint) => ({ ...hint, exchange, reply })),
    ),
  );
}

/** Where machines look for facts about a failure. */
function failedPartsOf(
  reply: ReceivedMessage,
): readonly (readonly [where: string, part: unknown])[] {
  const error = errorOf(reply);
  if (error !== undefined) return [['error.data', error['data']]];
  const result = resultOf(reply);
  if (result?.['isError'] !== true) return [];
  return [
    ['structuredContent', result['structuredContent']],
    ['_meta', result['_meta']],
  ];
}

function hintsIn(
  where: string,
  part: unknown,
  depth: number,
): readonly Omit<Hint, 'exchange' | 'reply'>[] {
  const members = objectOrEmpty(part);
  return Object.entries(members).flatMap(([name, value]) => {
    const unit = UNITS.get(name);
    if (unit === undefined)
      return depth < DEPTH ? hintsIn(`${where}.${name}`, value, depth + 1) : [];
    // null says that there is none
    if (value === null) return [];
    const seconds = typeof value === 'number' ? value / unit : undefined;
    return [{ where: `${where}.${name}`, value, seconds, beside: members }];
  });
}
