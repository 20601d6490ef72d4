import type { EngramLang } from '@errata/catalogs/engram';
import type { AuditAction, AuditHour, AuditStats, Counts, OutboxStats } from '../logbook/index.js';
import { hintsOf } from './hints-of.js';
import type { ReliabilityReport } from './reliability-report.js';

/** What OpenMemory said when it was asked how it is. */
export type OpenMemoryHealth =
  | { readonly reachable: true; readonly memories: number }
  /** The name of a McpErrorReason. */
  | { readonly reachable: false; readonly reason: string };

/** What a report is made of. */
export interface ReportInput {
  readonly audit: AuditStats;
  readonly outbox: OutboxStats;
  readonly openMemory: OpenMemoryHealth;
  /** How far the audit was looked back. */
  readonly hours: number;
  /** The language of the hints. */
  readonly lang: EngramLang;
}

/** The figures of a gateway, and what to do about them. */
export function buildReport(input: ReportInput): ReliabilityReport {
  const { audit, outbox, openMemory, hours, lang } = input;
  const { attempts, ...rows } = outbox;
  const facts = {
    hours,
    since: audit.since,
    operations: operationsOf(audit.actions),
    failures: failuresOf(audit.reasons),
    per_hour: audit.hours.map(hourOf),
    outbox: { ...rows, by_attempts: attempts.map((one) => ({ ...one })) },
    openmemory: { ...openMemory },
  };
  return { ...facts, hints: hintsOf(facts, lang) };
}

function operationsOf(actions: Counts): ReliabilityReport['operations'] {
  const of = (action: AuditAction) => actions[action] ?? 0;
  return {
    allow: of('allow'),
    redirect: of('redirect'),
    reject: of('reject'),
    deferred: of('deferred'),
    degraded: of('degraded'),
    failed: of('failed'),
    done: of('done'),
    dead: of('dead'),
  } satisfies Record<AuditAction, number>;
}

function failuresOf(reasons: Counts): ReliabilityReport['failures'] {
  const all = Object.values(reasons).reduce((sum, count) => sum + count, 0);
  return Object.entries(reasons)
    .map(([reason, count]) => ({ reason, count, share: Math.round((count / all) * 1_000) / 1_000 }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

function hourOf({ hour, actions, reasons }: AuditHour): ReliabilityReport['per_hour'][number] {
  const { done, deferred, degraded, reject: rejected, failed, dead } = operationsOf(actions);
  return {
    hour,
    total: done + deferred + degraded + rejected + failed + dead,
    done,
    deferred,
    degraded,
    rejected,
    failed: failed + dead,
    reasons: { ...reasons },
  };
}
