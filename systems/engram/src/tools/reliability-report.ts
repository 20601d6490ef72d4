import { McpErrorReason, okResult } from '@errata/catalogs/engram';
import { isFault } from '@errata/core';
import { buildReport, type OpenMemoryHealth } from '../report/build-report.js';
import { reliabilityReport as output } from '../report/reliability-report.js';
import { renderReport } from '../report/render-report.js';
import type { ReadTool, EngramToolContext } from './tool.js';

const AN_HOUR = 3_600_000;

export const reliabilityReport: ReadTool<'reliability_report'> = {
  name: 'reliability_report',
  title: 'Reliability report',
  description:
    'Show the state of the gateway: operations and failures per reason and per hour, what waits in the outbox and for how long, whether OpenMemory answers, and what to do.',
  module: 'report',
  effect: 'read',
  output,
  async run({ hours }, context) {
    const { logbook, now, settings } = context;
    const { lang } = settings;
    const since = new Date(now() - hours * AN_HOUR).toISOString();
    const [audit, outbox, openMemory] = await Promise.all([
      logbook.audit.stats({ since }),
      logbook.outbox.stats(),
      healthOf(context),
    ]);
    const report = buildReport({ audit, outbox, openMemory, hours, lang });
    const [line, ...rest] = renderReport(report, lang).split('\n');
    return { result: okResult(report), line: line!, body: rest.join('\n') };
  },
};

/** That OpenMemory is away is a figure of the report, not a failure of it. */
async function healthOf({ openMemory, signal }: EngramToolContext): Promise<OpenMemoryHealth> {
  try {
    const { memories } = await openMemory.health({
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
    const { dialect } = openMemory;
    return { reachable: true, dialect, ...(memories !== undefined && { memories }) };
  } catch (thrown) {
    signal.throwIfAborted();
    const reason = isFault(thrown) ? thrown.reason : McpErrorReason.OPENMEMORY_CONNECTION_FAILED;
    return { reachable: false, reason };
  }
}

/** Milliseconds: who asks for a report wants it now. */
const PATIENCE = 3_000;
