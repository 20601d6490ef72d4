import type { AuditStats, LogbookCounts } from '../../logbook/stats.js';
import type { ReportInput } from '../build-report.js';

type AuditHour = AuditStats['hours'][number];

/** A quiet day: 120 writes, all of them done. */
export const QUIET: ReportInput = {
  audit: auditOf([hour('2026-01-30T13:00:00.000Z', { allow: 118, redirect: 2, done: 120 })]),
  outbox: {
    ...{ pending: 0, held: 0, sent: 120, kept: 0, dead: 0, oldest_pending_seconds: null },
    ...{ next_try_at: null, attempts: [] },
  },
  openMemory: { reachable: true, dialect: 'embedded', memories: 4_321 },
  hours: 24,
  lang: 'en',
};

/** OpenMemory went away in the second hour and is still away. */
export const OUTAGE: ReportInput = {
  audit: auditOf([
    hour('2026-01-30T12:00:00.000Z', { allow: 40, done: 40 }),
    hour(
      '2026-01-30T13:00:00.000Z',
      { allow: 16, redirect: 1, deferred: 15, done: 2, degraded: 4, reject: 1, failed: 2, dead: 3 },
      { OPENMEMORY_CONNECTION_FAILED: 21, POLICY_REJECT: 1, team_write_disabled: 1 },
    ),
  ]),
  outbox: {
    ...{ pending: 12, held: 0, kept: 0, next_try_at: '2026-01-30T13:40:00.000Z' },
    sent: 1_240,
    dead: 3,
    oldest_pending_seconds: 7_525,
    attempts: [
      { attempts: 0, pending: 2, held: 0, kept: 0, sent: 1_240, dead: 0 },
      { attempts: 4, pending: 10, held: 0, kept: 0, sent: 0, dead: 0 },
      { attempts: 5, pending: 0, held: 0, kept: 0, sent: 0, dead: 3 },
    ],
  },
  openMemory: { reachable: false, reason: 'OPENMEMORY_CONNECTION_FAILED' },
  hours: 24,
  lang: 'en',
};

/** One hour of the audit. */
export function hour(hour: string, actions: LogbookCounts, reasons: LogbookCounts = {}): AuditHour {
  return { hour, total: sum(Object.values(actions)), actions, reasons };
}

/** The audit of these hours. */
export function auditOf(hours: readonly AuditHour[]): AuditStats {
  return {
    since: '2026-01-29T14:00:00.000Z',
    total: sum(hours.map(({ total }) => total)),
    actions: sumUp(hours.map(({ actions }) => actions)),
    reasons: sumUp(hours.map(({ reasons }) => reasons)),
    hours: [...hours],
  };
}

function sumUp(counts: readonly LogbookCounts[]): LogbookCounts {
  const names = new Set(counts.flatMap((one) => Object.keys(one)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      sum(counts.map((one) => (Object.hasOwn(one, name) ? one[name]! : 0))),
    ]),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
