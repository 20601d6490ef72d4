import { sql, type Kysely } from '@errata/store';
import type { LogbookDatabase } from './schema.js';

export type Counts = Readonly<Record<string, number>>;

export interface AuditCounts {
  readonly total: number;
  readonly actions: Counts;
  readonly reasons: Counts;
}

export interface AuditHour extends AuditCounts {
  /** Its beginning, ISO 8601. */
  readonly hour: string;
}

/** How often what was recorded, in all and hour by hour. Hours without entries are left out. */
export interface AuditStats extends AuditCounts {
  readonly since: string;
  readonly hours: readonly AuditHour[];
}

interface Group {
  readonly hour: string;
  readonly action: string;
  readonly reason: string | null;
  readonly count: number;
}

/** Counted by the database; only the sums come here. */
export async function readAuditStats(
  db: Kysely<LogbookDatabase>,
  since: string,
): Promise<AuditStats> {
  const hour = sql<string>`substr(at, 1, 13)`;
  const groups: readonly Group[] = await db
    .selectFrom('write_audit')
    .select(({ fn }) => [hour.as('hour'), 'action', 'reason', fn.countAll<number>().as('count')])
    .where('at', '>=', since)
    .groupBy([hour, 'action', 'reason'])
    .orderBy(hour)
    .execute();
  const hours = [...new Set(groups.map((group) => group.hour))].map((text) => ({
    hour: `${text}:00:00.000Z`,
    ...countUp(groups.filter((group) => group.hour === text)),
  }));
  return { since, ...countUp(groups), hours };
}

function countUp(groups: readonly Group[]): AuditCounts {
  return {
    total: groups.reduce((sum, { count }) => sum + count, 0),
    actions: sumBy(groups, ({ action }) => action),
    reasons: sumBy(groups, ({ reason }) => reason),
  };
}

function sumBy(groups: readonly Group[], nameOf: (group: Group) => string | null): Counts {
  const sums = new Map<string, number>();
  for (const group of groups) {
    const name = nameOf(group);
    if (name !== null) sums.set(name, (sums.get(name) ?? 0) + group.count);
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}
