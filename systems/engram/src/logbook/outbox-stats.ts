import type { Kysely } from '@errata/store';
import type { LogbookDatabase } from './schema.js';

/** How many rows failed so often. */
export interface AttemptCount {
  readonly attempts: number;
  readonly pending: number;
  readonly sent: number;
  readonly dead: number;
}

export interface OutboxStats {
  readonly pending: number;
  readonly sent: number;
  readonly dead: number;
  /** Null where nothing waits. */
  readonly oldest_pending_seconds: number | null;
  readonly attempts: readonly AttemptCount[];
}

/** Counted by the database, as of a time. */
export async function readOutboxStats(
  db: Kysely<LogbookDatabase>,
  at: string,
): Promise<OutboxStats> {
  const groups = await db
    .selectFrom('outbox_memory')
    .select(({ fn }) => [
      'status',
      'attempts',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
    ])
    .groupBy(['status', 'attempts'])
    .orderBy('attempts')
    .execute();
  const countOf = (status: string, of = groups) =>
    of.reduce((sum, group) => sum + (group.status === status ? group.count : 0), 0);
  const countAll = (of = groups) => ({
    pending: countOf('pending', of),
    sent: countOf('sent', of),
    dead: countOf('dead', of),
  });
  const waiting = groups.flatMap(({ status, oldest }) => (status === 'pending' ? [oldest] : []));
  return {
    ...countAll(),
    oldest_pending_seconds: ageOf(waiting.sort()[0], at),
    attempts: [...new Set(groups.map(({ attempts }) => attempts))].map((attempts) => ({
      attempts,
      ...countAll(groups.filter((group) => group.attempts === attempts)),
    })),
  };
}

function ageOf(oldest: string | undefined, at: string): number | null {
  if (oldest === undefined) return null;
  return Math.max(0, Math.round((Date.parse(at) - Date.parse(oldest)) / 1_000));
}
