import type { EngramLang } from '@errata/catalogs/engram';
import { oneLine, stripInvisible } from '@errata/core/fault';
import { LABELS, type Labels } from './labels.js';
import type { ReliabilityReport } from './reliability-report.js';
import { summarize } from './summarize.js';
import { alignColumns } from './text/align-columns.js';
import { clipCells } from './text/cells.js';
import { formatCount } from './text/format-count.js';
import { formatDuration } from './text/format-duration.js';
import { wrapCells } from './text/wrap-cells.js';

const WIDTH = 80;
const REASON_WIDTH = 48;
/** How many rows are shown; what is left out is summed up or counted in one more. */
const MOST = { hours: 12, reasons: 4, hints: 3 } as const;

/** A report as a small plain-text table for a person; the exact figures and every hint are in the report itself. */
export function renderReport(report: ReliabilityReport, lang: EngramLang): string {
  const labels = LABELS[lang];
  const blocks = [
    [summarize(report, lang, WIDTH)],
    hourlyLines(report, labels),
    failureLines(report.failures, labels),
    stateLines(report, lang),
    hintLines(report.hints, labels),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

type Hour = ReliabilityReport['per_hour'][number];

const FIGURES = ['done', 'deferred', 'degraded', 'rejected', 'failed', 'total'] as const;

function hourlyLines({ per_hour: hours, hours: period }: ReliabilityReport, labels: Labels) {
  if (hours.length === 0) return [labels.nothing(period)];
  const earlier = hours.slice(0, -MOST.hours);
  const row = (label: string, of: readonly Hour[]) => [
    label,
    ...FIGURES.map((name) => formatCount(of.reduce((sum, hour) => sum + hour[name], 0))),
  ];
  return alignColumns([
    labels.hourly,
    ...(earlier.length > 0 ? [row(labels.earlier(earlier.length), earlier)] : []),
    ...hours.slice(-MOST.hours).map((one) => row(one.hour.slice(0, 16).replace('T', ' '), [one])),
    ...(hours.length > 1 ? [row(labels.inAll, hours)] : []),
  ]);
}

function failureLines(failures: ReliabilityReport['failures'], labels: Labels): string[] {
  if (failures.length === 0) return [];
  const all = failures.reduce((sum, { count }) => sum + count, 0);
  const row = (label: string, count: number) => [
    label,
    formatCount(count),
    `${Math.round((count / all) * 100)}%`,
  ];
  const others = failures.slice(MOST.reasons);
  const othersCount = others.reduce((sum, { count }) => sum + count, 0);
  return alignColumns([
    labels.failures,
    ...failures.slice(0, MOST.reasons).map(({ reason, count }) => row(nameOf(reason), count)),
    ...(others.length > 0 ? [row(labels.others(others.length), othersCount)] : []),
  ]);
}

/** The audit keeps any text as a reason; here it is a name in a column. */
function nameOf(reason: string): string {
  return clipCells(oneLine(stripInvisible(reason)), REASON_WIDTH);
}

function stateLines({ outbox, openmemory }: ReliabilityReport, lang: EngramLang): string[] {
  const labels = LABELS[lang];
  const { oldest_pending_seconds: seconds } = outbox;
  const oldest = seconds === null ? undefined : formatDuration(seconds, lang);
  const state = openmemory.reachable
    ? labels.memories(openmemory.memories)
    : nameOf(openmemory.reason);
  return [`Outbox:     ${labels.outbox(outbox, oldest)}`, `OpenMemory: ${state}`];
}

function hintLines(hints: readonly string[], labels: Labels): string[] {
  const more = hints.length - MOST.hints;
  return [
    ...hints.slice(0, MOST.hints).flatMap((hint) => {
      return wrapCells(hint, WIDTH - 2).map((line, index) => (index === 0 ? '- ' : '  ') + line);
    }),
    ...(more > 0 ? [labels.moreHints(more)] : []),
  ];
}
