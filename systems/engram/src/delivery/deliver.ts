import { McpErrorReason } from '@errata/catalogs/engram';
import { isFault } from '@errata/core';
import { isClosing } from '@errata/upstream';
import type { Logbook, LogbookParts } from '../logbook/logbook.js';
import type { NextTry, OutboxClaim } from '../logbook/outbox.js';
import {
  isHeld,
  isPaused,
  isRefusedForContent,
  type Added,
  type OpenMemoryClient,
} from '../openmemory/index.js';

/** Milliseconds that the outbox keeps trying, where the operator says nothing else: a week. */
export const PATIENCE = 7 * 86_400_000;

/** How a row ended. */
type Settlement =
  | { readonly status: 'sent'; readonly memoryId: string }
  | { readonly status: 'kept'; readonly memoryId: string }
  | { readonly status: 'dead'; readonly error: string; readonly reason?: string };

/** Called in the transaction that ends the row: what it writes is there if and only if the row has ended so. */
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
  /** Milliseconds that a memory is tried before it is given up. Default: a week. */
  readonly patience?: number;
}

/** Lost: another worker has taken the row and will end it. */
export type DeliveryOutcome = 'sent' | 'kept' | 'retried' | 'dead' | 'lost';

/** Send one row and note what became of it. Only the logbook can make it fail. */
export async function sendClaim(
  claim: OutboxClaim,
  context: SendContext,
): Promise<DeliveryOutcome> {
  const { logbook, openMemory, random, patience = PATIENCE } = context;
  const { payload, idempotency_key: key, attempts, correlation_id: ref } = claim;
  if (payload === undefined) {
    return settle(claim, { status: 'dead', error: 'The stored payload is not JSON' }, context);
  }
  let added: Added;
  try {
    added = await openMemory.add(payload, key, { ref, again: true });
  } catch (thrown) {
    const counts = !isPaused(thrown) && !isHeld(thrown);
    if (isFinal(thrown) || (counts && attempts + 1 >= triesWithin(patience))) {
      const reason = isFault(thrown) ? { reason: thrown.reason } : {};
      return settle(claim, { status: 'dead', error: describe(thrown), ...reason }, context);
    }
    const next = nextTry(thrown, attempts, random);
    return (await logbook.outbox.retry(claim, next)) ? 'retried' : 'lost';
  }
  return settle(claim, settlementOf(added), context);
}

/** A foreign id proves that OpenMemory has stored nothing: a similar text of another memory is in the way. */
const settlementOf = ({ id: memoryId, foreign }: Added) =>
  ({ status: foreign ? 'kept' : 'sent', memoryId }) as const;

/** Note how a row ended, in a transaction with whatever else is to be noted then. */
function settle(
  claim: OutboxClaim,
  given: Settlement,
  { logbook, onSettled }: SendContext,
): Promise<DeliveryOutcome> {
  return logbook.transaction(async (parts) => {
    const settlement = await believed(claim, given, parts);
    const isMine =
      settlement.status === 'sent'
        ? await parts.outbox.ack(claim, settlement.memoryId)
        : settlement.status === 'kept'
          ? await parts.outbox.keep(claim, similarTo(settlement.memoryId))
          : await parts.outbox.bury(claim, settlement.error);
    if (!isMine) return 'lost';
    await onSettled?.(parts, claim, settlement);
    return settlement.status;
  });
}

/** An id that another memory has already proves nothing, whatever the server says. */
async function believed({ id }: OutboxClaim, given: Settlement, { candidates }: LogbookParts) {
  if (given.status !== 'sent') return given;
  const other = await candidates.find({ memoryId: given.memoryId });
  return other === undefined || other.outbox_id === id
    ? given
    : { ...given, status: 'kept' as const };
}

/** What became of a memory whose caller waits. */
type Delivery =
  | { readonly status: 'sent' | 'kept'; readonly memoryId: string }
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
  const { payload, idempotency_key: key, attempts, correlation_id: ref } = claim;
  try {
    const settlement = settlementOf(await openMemory.add(payload!, key, { ref }));
    const noted = await settle(claim, settlement, context).catch(onError);
    return noted === 'kept' ? { ...settlement, status: noted } : settlement;
  } catch (thrown) {
    if (isFinal(thrown)) {
      const takeOut = logbook.transaction(async ({ outbox, candidates }) => {
        if (await outbox.drop(claim)) await candidates.remove({ outboxId: claim.id });
      });
      await takeOut.catch(onError);
      throw thrown;
    }
    await logbook.outbox.retry(claim, nextTry(thrown, attempts, random)).catch(onError);
    return { status: 'deferred', thrown };
  }
}

/** Whether sending the same memory again can only fail again. An undeclared failure may pass. */
export function isFinal(error: unknown): boolean {
  if (!isFault(error)) return false;
  if (error.reason !== McpErrorReason.OPENMEMORY_API_ERROR) return !error.retryable;
  const { status } = error.context as { readonly status: number };
  return isRefusedForContent(status);
}

/** Milliseconds until a row is tried again that an operator has to act for. */
const HELD_DELAY = 60_000;

/** When to try again after what was thrown. While the breaker is open, no try is used up. */
function nextTry(thrown: unknown, attempts: number, random: () => number): NextTry {
  const error = describe(thrown);
  if (thrown instanceof Error && isClosing(thrown)) return { error, delay: 1_000, tried: false };
  if (isHeld(thrown)) return { error, delay: HELD_DELAY, held: true };
  if (!isPaused(thrown)) return { error, delay: retryDelay(attempts, random) };
  const { retryAfter = 1 } = isFault(thrown) ? thrown : {};
  return { error, delay: retryAfter * 1_000, tried: false };
}

/** A declared failure in its own words; of another exception only what kind it is. */
function describe(thrown: unknown): string {
  if (isFault(thrown)) return thrown.message;
  return thrown instanceof Error ? `Unexpected ${thrown.name}` : 'Unexpected failure';
}

/** Milliseconds until the next try after so many that failed before: doubled from a minute to at most an hour, and spread by 30 % either way. */
export function retryDelay(attempts: number, random: () => number): number {
  const delay = Math.min(60_000 * 2 ** attempts, 3_600_000);
  return Math.round(delay * (1 + 0.3 * (2 * random() - 1)));
}

/** How many tries fit into so many milliseconds; one at least. */
export function triesWithin(patience: number): number {
  let tries = 1;
  for (let waited = 0; (waited += retryDelay(tries - 1, () => 0.5)) <= patience;) tries++;
  return tries;
}

/** What the worker needs of the client of OpenMemory. The same key again adds nothing and answers with the same id. */
export type MemorySender = Pick<OpenMemoryClient, 'add'>;

/** Why a memory stays in the logbook. */
const similarTo = (id: string) =>
  `OpenMemory has the same or a similar text as ${id}, so the gateway keeps this memory itself`;

/** Note in the audit how a memory ended, and keep what can be searched without OpenMemory in step with it. */
export const recordSettlement: OnSettled = async (parts, row, settlement) => {
  const { audit, candidates } = parts;
  const { id, correlation_id, payload } = row;
  const about = {
    ...{ correlation_id, tool: 'memory_store', outbox_id: id },
    actor: payload?.user_id ?? 'unknown',
    ...(payload !== undefined && { space: payload.space }),
  };
  if (settlement.status === 'dead') {
    const { error: detail, reason } = settlement;
    const why = { detail, ...(reason !== undefined && { reason }) };
    return void (await audit.record({ ...about, action: 'dead', ...why }));
  }
  const { memoryId } = settlement;
  if (settlement.status === 'kept') {
    const detail = similarTo(memoryId);
    return void (await audit.record({ ...about, action: 'done', detail }));
  }
  await candidates.setMemoryId(id, memoryId);
  await audit.record({ ...about, action: 'done', memory_id: memoryId });
};
