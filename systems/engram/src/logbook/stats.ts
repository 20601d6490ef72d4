import { sql, type Kysely } from '@errata/store';
import type { LogbookDatabase } from './schema.js';

export type LogbookCounts = Readonly<Record<string, number>>;

export type AuditStats = Awaited<ReturnType<typeof readAuditStats>>;

interface Group {
  readonly hour: string;
  readonly action: string;
  readonly reason: string | null;
  readonly count: number;
}

/** How often what was recorded, in all and hour by hour, without hours that have no entries. Counted by the database. */
export async function readAuditStats(db: Kysely<LogbookDatabase>, since: string) {
  const hour = sql<string>`substr(at, 1, 13)`;
  const groups: readonly Group[] = await db
    .selectFrom('write_audit')
    .select(({ fn }) => [hour.as('hour'), 'action', 'reason', fn.countAll<number>().as('count')])
    .where('at', '>=', since)
    .groupBy([hour, 'action', 'reason'])
    .orderBy(hour)
    .execute();
  const hours = [...new Set(groups.map((group) => group.hour))].map((text) => ({
    /** Its beginning, ISO 8601. */
    hour: `${text}:00:00.000Z`,
    ...countUp(groups.filter((group) => group.hour === text)),
  }));
  return { since, ...countUp(groups), hours };
}

function countUp(groups: readonly Group[]) {
  return {
    total: groups.reduce((sum, { count }) => sum + count, 0),
    actions: sumBy(groups, ({ action }) => action),
    reasons: sumBy(groups, ({ reason }) => reason),
  };
}

function sumBy(groups: readonly Group[], nameOf: (group: Group) => string | null): LogbookCounts {
  const sums = new Map<string, number>();
  for (const group of groups) {
    const name = nameOf(group);
    if (name !== null) sums.set(name, (sums.get(name) ?? 0) + group.count);
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export type OutboxStats = Awaited<ReturnType<typeof readOutboxStats>>;

/** Counted by the database, as of a time. */
export async function readOutboxStats(db: Kysely<LogbookDatabase>, at: string) {
  const groups = await db
    .selectFrom('outbox_memory')
    .select(({ fn }) => [
      'status',
      'attempts',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
      fn.min('next_attempt_at').as('next'),
    ])
    .where('status', '!=', 'deleted')
    .groupBy(['status', 'attempts'])
    .orderBy('attempts')
    .execute();
  const countOf = (status: string, of = groups) =>
    of.reduce((sum, group) => sum + (group.status === status ? group.count : 0), 0);
  const countAll = (of = groups) => ({
    pending: countOf('pending', of),
    held: countOf('held', of),
    sent: countOf('sent', of),
    kept: countOf('kept', of),
    dead: countOf('dead', of),
  });
  const waiting = groups.filter(({ status }) => status === 'pending' || status === 'held');
  const tries = waiting.map(({ next }) => next).sort();
  return {
    ...countAll(),
    /** Null if nothing waits. */
    oldest_pending_seconds: ageOf(waiting.map(({ oldest }) => oldest).sort()[0], at),
    /** When the next one is tried, ISO 8601; null if nothing waits. */
    next_try_at: tries[0] ?? null,
    /** How many rows failed so often. */
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
