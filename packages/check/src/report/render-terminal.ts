import type { BaselineEntry, Report } from '../run/results.js';
import { paragraph, section, type Colors, type Page } from './terminal/page.js';
import { matrixLines } from './terminal/matrix-lines.js';
import { targetLines } from './terminal/target-lines.js';
import { counted } from './text/numbers.js';
import { tallyCases, tallyOf, tallyText, VERDICT_ORDER, type Tally } from './verdicts.js';

export type { Colors } from './terminal/page.js';

export interface TerminalOptions {
  /** How wide the text may be. */
  readonly columns: number;
  readonly colors: Colors;
  /** Whether wire texts are told whole, and what did not apply is told at all. */
  readonly verbose?: boolean;
}

/** A run for people: several servers side by side first, then each with its bugs, and a sum at the end. */
export function renderTerminal(
  report: Report,
  { columns, colors, verbose = false }: TerminalOptions,
): string {
  const page: Page = { columns, colors, verbose };
  const rule = colors.dim('─'.repeat(columns));
  return [
    ...(report.targets.length > 1 ? [...matrixLines(page, report), '', rule, ''] : []),
    ...report.targets.flatMap((target, index) => [
      ...(index > 0 ? ['', rule, ''] : []),
      ...targetLines(page, target),
    ]),
    ...section(
      page,
      'Entries of the baseline that no longer fail: remove them',
      report.stale.flatMap((entry) => paragraph(page, `✗ ${entryText(entry)}`, { indent: 2 })),
    ),
    '',
    ...sumLines(page, report),
  ].join('\n');
}

function entryText({ case: id, era, target }: BaselineEntry): string {
  return [id, era, target].filter((part) => part !== undefined).join('  ');
}

function sumLines(page: Page, { targets, stale }: Report): string[] {
  const tally = targets
    .map(({ eras }) => tallyCases(eras.flatMap(({ results }) => results)))
    .reduce(sum, tallyOf([]));
  const findings = targets.flatMap(({ contract }) => contract?.findings ?? []).length;
  const gone = targets.filter(({ unreachable }) => unreachable !== undefined).length;
  const parts = [
    ...(targets.length > 1 ? [counted(targets.length, 'server')] : []),
    ...(gone > 0 ? [`${gone} unreachable`] : []),
    tallyText(tally) || 'nothing judged',
    ...(findings > 0 ? [counted(findings, 'contract finding')] : []),
    ...(stale.length > 0
      ? [counted(stale.length, 'stale baseline entry', 'stale baseline entries')]
      : []),
  ];
  const { red, yellow, green } = page.colors;
  const bad = gone + tally.fail + findings + stale.length > 0;
  const paint = bad ? red : tally.warn > 0 ? yellow : green;
  return paragraph(page, parts.join(', '), { paint: (text) => page.colors.bold(paint(text)) });
}

function sum(a: Tally, b: Tally): Tally {
  return Object.fromEntries(
    VERDICT_ORDER.map((verdict) => [verdict, a[verdict] + b[verdict]]),
  ) as Tally;
}
