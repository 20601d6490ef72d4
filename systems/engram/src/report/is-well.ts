import type { ReliabilityReport } from './reliability-report.js';

/** A report before there are hints in it. */
export type ReportFacts = Omit<ReliabilityReport, 'hints'>;

/** Whether nothing waits or was given up, OpenMemory answers, and every call went as asked. */
export function isWell({ operations, outbox, openmemory }: ReportFacts): boolean {
  const { reject, deferred, degraded, failed, dead } = operations;
  const troubles = reject + deferred + degraded + failed + dead + outbox.pending + outbox.dead;
  return openmemory.reachable && troubles === 0;
}
