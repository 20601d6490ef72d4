import { verdictText } from './grade.js';
import type { BaselineEntry, Report } from '../run/results.js';
import { matrixLines } from './terminal/matrix-lines.js';
import { paragraph, section, type Colors, type Page } from './terminal/page.js';
import { targetLines } from './terminal/target-lines.js';
import { counted } from './text.js';
import { sumOf, tallyText } from './verdicts.js';

export type { Colors } from './terminal/page.js';

export interface TerminalOptions {
  /** How wide the text may be. */
  readonly columns: number;
  readonly colors: Colors;
  /** Whether wire texts are shown in full, and cases that do not apply are shown at all. */
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
    ...(report.targets.length > 1
      ? [
          ...report.targets.flatMap((target) => paragraph(page, verdictText(target))),
          '',
          ...matrixLines(page, report),
          '',
          rule,
          '',
        ]
      : []),
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

function sumLines(page: Page, report: Report): string[] {
  const { tally, contract, stale, unreachable } = sumOf(report);
  const servers = report.targets.length;
  const parts = [
    ...(servers > 1 ? [counted(servers, 'server')] : []),
    ...(unreachable > 0 ? [`${unreachable} unreachable`] : []),
    tallyText(tally) || 'nothing judged',
    ...(contract > 0 ? [counted(contract, 'contract finding')] : []),
    ...(stale > 0 ? [counted(stale, 'stale baseline entry', 'stale baseline entries')] : []),
  ];
  const { red, yellow, green, bold } = page.colors;
  const bad = tally.fail + contract + stale + unreachable > 0;
  const paint = bad ? red : tally.warn > 0 ? yellow : green;
  return [
    ...paragraph(page, parts.join(', '), { paint: (text) => bold(paint(text)) }),
    ...mergedLines(page, report),
  ];
}

/** Each revision runs its own cases: why the sum is less than that. */
function mergedLines(page: Page, { targets }: Report): string[] {
  const most = Math.max(0, ...targets.map(({ eras }) => eras.length));
  if (most < 2) return [];
  const revisions = `in ${targets.length > 1 ? 'up to ' : ''}${most} revisions`;
  return paragraph(page, `${revisions}, merged by case: the worst verdict counts`, {
    paint: page.colors.dim,
  });
}
