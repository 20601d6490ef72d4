import type { Report, TargetReport, Verdict, BaselineEntry } from '../run/results.js';
import {
  columnsOf,
  tellingRows,
  wasJudged,
  type MatrixColumn,
  type MatrixRow,
  VERDICT_ORDER,
  VERDICTS,
  sumOf,
  tallyText,
  verdictText,
} from './findings.js';
import { cells, pad, printable, wrap, counted } from './text.js';
import { BAR, paintOf, paragraph, type Page, section, type Colors } from './terminal/page.js';
import { targetLines } from './terminal/target-lines.js';

const CELL = 3;

/** Several servers side by side: a letter for each server and revision, a row for each case that tells them apart or fails. */
function matrixLines(page: Page, report: Report): string[] {
  const columns = columnsOf(report);
  const rows = tellingRows(columns);
  const gone = report.targets.filter(({ unreachable }) => unreachable !== undefined);
  return [
    ...columns.flatMap(({ target, era }, index) =>
      keyLines(page, letterOf(index), `${era}  ${target}`),
    ),
    ...gone.flatMap(({ target }) => keyLines(page, '', `unreachable  ${target}`)),
    '',
    ...(rows.length === 0
      ? paragraph(page, quietText(columns, gone))
      : blocks(page, columns, rows)),
  ];
}

/** What there is to say where no case tells anything. */
function quietText(columns: readonly MatrixColumn[], gone: readonly TargetReport[]): string {
  const missing = gone.map(({ target }) => target).join(', ');
  if (columns.length === 0) return `Nothing was judged: ${missing} could not be reached.`;
  const seen = !wasJudged(columns)
    ? 'Nothing was judged: nothing could be observed.'
    : columns.length === 1
      ? 'Nothing fails or warns.'
      : 'Nothing fails or warns, and all came out alike.';
  return missing === '' ? seen : `${seen} Not reached: ${missing}.`;
}

function keyLines(page: Page, letter: string, text: string): string[] {
  return wrap(printable(text), page.columns - 6).map(
    (line, index) => `  ${index === 0 ? page.colors.bold(pad(letter, 4)) : BAR.padStart(4)}${line}`,
  );
}

/** As many columns at a time as there is room for. */
function blocks(
  page: Page,
  columns: readonly MatrixColumn[],
  rows: readonly MatrixRow[],
): string[] {
  const longest = Math.max(...rows.map(({ id }) => cells(printable(id))));
  const left = page.columns - CELL * columns.length;
  // Ids may be broken to keep all columns together, but not into pieces.
  const label = Math.min(longest, left >= 32 ? left : Math.max(20, Math.floor(page.columns / 2)));
  const size = Math.max(1, Math.floor((page.columns - label) / CELL));
  const starts = Array.from({ length: Math.ceil(columns.length / size) }, (_, at) => at * size);
  const used = new Set(rows.flatMap(({ verdicts }) => verdicts));
  const legend = VERDICT_ORDER.filter((verdict) => used.has(verdict)).map(
    (verdict) => `${VERDICTS[verdict].symbol} ${VERDICTS[verdict].word}`,
  );
  return [
    ...starts.flatMap((start) => [
      ...(start > 0 ? [''] : []),
      ' '.repeat(label) +
        page.colors.bold(
          columns
            .slice(start, start + size)
            .map((_, index) => letterOf(start + index).padStart(CELL))
            .join(''),
        ),
      ...rows.flatMap(({ id, verdicts }) => {
        const lines = wrap(printable(id), label);
        const marks = marksOf(page, verdicts.slice(start, start + size));
        return lines.map((line, index) => (index === 0 ? pad(line, label) + marks : line));
      }),
    ]),
    '',
    ...paragraph(page, legend.join('   '), { paint: page.colors.dim }),
  ];
}

function marksOf(page: Page, verdicts: readonly (Verdict | undefined)[]): string {
  const last = verdicts.findLastIndex((verdict) => verdict !== undefined);
  return verdicts
    .slice(0, last + 1)
    .map((verdict) =>
      verdict === undefined
        ? ' '.repeat(CELL)
        : ' '.repeat(CELL - 1) + paintOf(page, verdict)(VERDICTS[verdict].symbol),
    )
    .join('');
}

/** A to Z, then AA, AB, as in a spreadsheet. */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

export type { Colors } from './terminal/page.js';

export interface TerminalOptions {
  /** How wide the text may be. */
  readonly columns: number;
  readonly colors: Colors;
  /** Whether wire texts are shown in full, and cases that do not apply are shown at all. */
  readonly verbose?: boolean;
  /** Whether warnings fail too: the verdict says so. */
  readonly strict?: boolean;
}

/** A run for people: several servers side by side first, then each with its bugs, and a sum at the end. */
export function renderTerminal(
  report: Report,
  { columns, colors, verbose = false, strict = false }: TerminalOptions,
): string {
  const page: Page = { columns, colors, verbose, strict };
  const rule = colors.dim('─'.repeat(columns));
  const stale = counted(report.stale.length, 'stale baseline entry', 'stale baseline entries');
  return [
    // It decides the exit code, so it is not left to the end.
    ...(report.stale.length > 0
      ? [...paragraph(page, `${stale}, see below`, { paint: colors.red }), '']
      : []),
    ...(report.targets.length > 1
      ? [
          ...report.targets.flatMap((target) => paragraph(page, verdictText(target, page))),
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
