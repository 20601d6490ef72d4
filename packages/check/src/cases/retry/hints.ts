import type { Exchange, Heard } from '../../exchange.js';
import { membersOf } from '../../json/json.js';
import { errorOf, resultOf } from '../read-reply.js';
import { answersOf } from '../tool-calls.js';

/** When a failure says that it may be tried again. */
export interface Hint {
  /** Such as `Retry-After` or `error.data.retry_after`. */
  readonly where: string;
  readonly value: unknown;
  /** The number of seconds; undefined where it is no number, or a date. */
  readonly seconds: number | undefined;
  /** The object that it stands in; of a header, none. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly exchange: Exchange;
  readonly reply: Heard | undefined;
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

/** The hints of the failures of an exchange: those in headers first. */
export function hintsOf(exchange: Exchange): readonly Hint[] {
  return [...headerHints(exchange), ...bodyHints(exchange)];
}

export function headerHints(exchange: Exchange): readonly Hint[] {
  const failed = exchange.responses.some((reply) => failedPartsOf(reply).length > 0);
  return exchange.told.flatMap(({ status, headers }) => {
    const value = headers['retry-after'];
    if (value === undefined || (status < 400 && !failed)) return [];
    const seconds = /^\d{1,9}$/.test(value) ? Number(value) : undefined;
    return [{ where: 'Retry-After', value, seconds, beside: {}, exchange, reply: exchange.reply }];
  });
}

export function bodyHints(exchange: Exchange): readonly Hint[] {
  return answersOf(exchange).flatMap(({ reply }) =>
    failedPartsOf(reply).flatMap(([where, part]) =>
      hintsIn(where, part, 0).map((hint) => ({ ...hint, exchange, reply })),
    ),
  );
}

/** Where machines look for facts about a failure. */
function failedPartsOf(reply: Heard): readonly (readonly [where: string, part: unknown])[] {
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
  const members = membersOf(part);
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
