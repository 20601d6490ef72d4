import { kept, notObserved, violated, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { membersOf, parseJson } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { entriesOf } from '../entries.js';
import { errorOf } from '../read-reply.js';

/** An error that was heard in a run, with what it answers. */
export interface HeardError {
  readonly code: number;
  readonly data: unknown;
  /** Of the request under its id, where there is one. */
  readonly method: string | undefined;
  readonly exchange: Exchange;
}

/** Exchanges that show a violation; a report needs no more. */
const MOST_EVIDENCE = 3;

/** Every error of the run whose code is an integer; of others there is a case elsewhere. */
export function errorsOf({ exchanges }: Pick<Probe, 'exchanges'>): readonly HeardError[] {
  return exchanges.flatMap((exchange) => {
    const known = read.get(exchange) ?? errorsIn(exchange);
    read.set(exchange, known);
    return known;
  });
}

/** Many cases look at the same errors. */
const read = new WeakMap<Exchange, readonly HeardError[]>();

function errorsIn(exchange: Exchange): readonly HeardError[] {
  const entries = entriesOf(exchange.responses).flatMap((entry) => {
    const error = errorOf(entry);
    const code = error?.['code'];
    if (error === undefined || typeof code !== 'number' || !Number.isInteger(code)) return [];
    return [{ code, data: error['data'], id: membersOf(entry.value)['id'] }];
  });
  const methods = entries.length === 0 ? NONE : methodsIn(exchange);
  return entries.map(({ code, data, id }) => ({ code, data, method: methods.get(id), exchange }));
}

const NONE: ReadonlyMap<unknown, string> = new Map();

/** The methods of the requests that were sent, by id. */
function methodsIn({ sent }: Exchange): ReadonlyMap<unknown, string> {
  const methods = new Map<unknown, string>();
  for (const text of sent) {
    const value = parseJson(text);
    for (const message of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const { id, method } = membersOf(message);
      if (id === undefined || id === null || typeof method !== 'string') continue;
      if (!methods.has(id)) methods.set(id, method);
    }
  }
  return methods;
}

/** Judge all errors of a run: those that count for a rule, and what is wrong with them. */
export function judgeErrors(
  probe: Probe,
  counts: (error: HeardError) => boolean,
  wrong: (error: HeardError) => string | undefined,
): Outcome {
  const errors = errorsOf(probe).filter(counts);
  if (errors.length === 0) return notObserved('no such error was heard');
  const found = errors.flatMap((error) => {
    const why = wrong(error);
    return why === undefined ? [] : [{ why, error }];
  });
  if (found.length === 0) return kept;
  const reasons = [...new Set(found.map(({ why }) => why))];
  const more = reasons.length > MOST_EVIDENCE ? `; and ${reasons.length - MOST_EVIDENCE} more` : '';
  return violated(
    `${reasons.slice(0, MOST_EVIDENCE).join('; ')}${more}`,
    ...new Set(found.slice(0, MOST_EVIDENCE).map(({ error }) => error.exchange)),
  );
}

/** An error in a sentence. */
export function shown({ code, method }: HeardError): string {
  return method === undefined ? `error ${code}` : `${method} was answered with error ${code}`;
}
