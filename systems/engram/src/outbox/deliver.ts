import type { OutboxClaim } from '../logbook/index.js';
import { isFinal } from './is-final.js';
import { nextTry } from './next-try.js';
import { settle, type SendContext } from './send-claim.js';

/** What became of a memory that somebody waits for. */
export type Delivery =
  | { readonly status: 'sent'; readonly memoryId: string }
  /** It stays in the outbox, because of what was thrown. */
  | { readonly status: 'deferred'; readonly thrown: unknown };

/**
 * Send a row for the one who has just put it in. Whatever the logbook does from here on, the row is in the outbox: what cannot be noted
 * now is found out by the worker, once the lease is over. Throws only what can never succeed; the row is taken out again then. Who runs the gateway
 * hears of the rest.
 */
export async function deliver(
  claim: OutboxClaim,
  context: SendContext,
  onError: (error: unknown) => void,
): Promise<Delivery> {
  const { logbook, openMemory, random } = context;
  const { payload, idempotency_key, attempts } = claim;
  try {
    const { id: memoryId } = await openMemory.add(payload!, idempotency_key);
    await settle(claim, { status: 'sent', memoryId }, context).catch(onError);
    return { status: 'sent', memoryId };
  } catch (thrown) {
    if (isFinal(thrown)) {
      await takeOut(claim, context).catch(onError);
      throw thrown;
    }
    await logbook.outbox.retry(claim, nextTry(thrown, attempts, random)).catch(onError);
    return { status: 'deferred', thrown };
  }
}

function takeOut(claim: OutboxClaim, { logbook }: SendContext): Promise<void> {
  return logbook.transaction(async ({ outbox, candidates }) => {
    if (await outbox.drop(claim)) await candidates.remove({ outboxId: claim.id });
  });
}
