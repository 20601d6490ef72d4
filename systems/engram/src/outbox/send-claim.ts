import { isFault } from '@errata/core/fault';
import type { Logbook, LogbookParts, OutboxClaim } from '../logbook/index.js';
import { isLeftAlone } from '../openmemory/index.js';
import { isFinal } from './is-final.js';
import type { MemorySender } from './memory-sender.js';
import { describe, nextTry } from './next-try.js';

const MAX_ATTEMPTS = 5;

/** How a row ended. */
export type Settlement =
  | { readonly status: 'sent'; readonly memoryId: string }
  | { readonly status: 'dead'; readonly error: string; readonly reason?: string };

/** Told in the transaction that ends the row: what it writes is there if and only if the row has ended so. */
export type OnSettled = (
  parts: LogbookParts,
  row: OutboxClaim,
  settlement: Settlement,
) => Promise<void>;

export interface SendContext {
  readonly logbook: Pick<Logbook, 'outbox' | 'transaction'>;
  readonly openMemory: MemorySender;
  readonly random: () => number;
  readonly onSettled: OnSettled | undefined;
}

/** Lost: somebody else has taken the row meanwhile, and will end it. */
export type Outcome = 'sent' | 'retried' | 'dead' | 'lost';

/** Send one row and note what became of it. Only the logbook can make it fail. */
export async function sendClaim(claim: OutboxClaim, context: SendContext): Promise<Outcome> {
  const { logbook, openMemory, random } = context;
  const { payload, idempotency_key, attempts } = claim;
  if (payload === undefined) {
    return settle(claim, { status: 'dead', error: 'The stored payload is not JSON' }, context);
  }
  let memoryId: string;
  try {
    ({ id: memoryId } = await openMemory.add(payload, idempotency_key));
  } catch (thrown) {
    if (isFinal(thrown) || (attempts + 1 >= MAX_ATTEMPTS && !isLeftAlone(thrown))) {
      const reason = isFault(thrown) ? { reason: thrown.reason } : {};
      return settle(claim, { status: 'dead', error: describe(thrown), ...reason }, context);
    }
    return (await logbook.outbox.retry(claim, nextTry(thrown, attempts, random)))
      ? 'retried'
      : 'lost';
  }
  return settle(claim, { status: 'sent', memoryId }, context);
}

/** Note how a row ended, in a transaction with whatever else is to be noted then. */
export function settle(
  claim: OutboxClaim,
  settlement: Settlement,
  { logbook, onSettled }: SendContext,
): Promise<Outcome> {
  return logbook.transaction(async (parts) => {
    const isMine =
      settlement.status === 'sent'
        ? await parts.outbox.ack(claim, settlement.memoryId)
        : await parts.outbox.bury(claim, settlement.error);
    if (!isMine) return 'lost';
    await onSettled?.(parts, claim, settlement);
    return settlement.status;
  });
}
