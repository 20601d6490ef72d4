import { kept, notObserved, violated, type Outcome } from '../../case.js';
import type { Exchange, Heard } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { idTextOf } from '../../session/sort-heard.js';
import { describe, hasResult } from '../read-reply.js';
import { DID_NOT_SURVIVE, goodRequest, NOTHING_SUCCEEDS } from './good-request.js';

/** Whether a request that succeeds still does when it is written otherwise. */
export async function understood(
  probe: Probe,
  what: string,
  rewrite: (text: string) => string,
): Promise<Outcome> {
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
  return violated(`${what} got ${describe(exchange)}, the same request in its plain form a result`);
}

/** The responses of an exchange under the id of a text. */
export function repliesTo({ responses }: Exchange, text: string): readonly Heard[] {
  const id = idTextOf(text);
  return responses.filter((heard) => id !== undefined && idTextOf(heard.text) === id);
}
