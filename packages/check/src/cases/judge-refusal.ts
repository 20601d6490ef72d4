import { kept, notObserved, violated, type Outcome } from '../case.js';
import type { Exchange } from '../exchange.js';
import { codeOf, describe, errorOf, hasFailed, hasResult } from './read-reply.js';

/** Whether a request was answered with a result that says nothing of a failure. */
export function hasSucceeded(exchange: Exchange): boolean {
  return hasResult(exchange.reply) && !hasFailed(exchange);
}

/** Kept where what had to be refused was refused, in whatever form. */
export function judgeRefused(exchange: Exchange, what: string): Outcome {
  if (exchange.reply === undefined) return notObserved('there was no reply');
  return hasSucceeded(exchange) ? violated(`${what} got ${describe(exchange)}`, exchange) : kept;
}

/** Kept where a refusal has one of these codes. Whether there is a refusal at all is the matter of another case. */
export function judgeCode(exchange: Exchange, what: string, codes: readonly number[]): Outcome {
  const { reply } = exchange;
  if (reply === undefined) return notObserved('there was no reply');
  if (errorOf(reply) === undefined) return notObserved('it was not answered with an error');
  if (codes.some((code) => code === codeOf(reply))) return kept;
  return violated(`${what} got ${describe(exchange)}`, exchange);
}

/** Kept where it was refused, and with one of these codes. */
export function judgeRefusal(exchange: Exchange, what: string, codes: readonly number[]): Outcome {
  const refused = judgeRefused(exchange, what);
  return refused.kind === 'kept' ? judgeCode(exchange, what, codes) : refused;
}
