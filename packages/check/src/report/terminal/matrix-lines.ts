import type { Report, TargetReport, Verdict } from '../../run/results.js';
import { columnsOf, tellingRows, wasJudged, type MatrixColumn, type MatrixRow } from '../matrix.js';
import { cells, pad, printable, wrap } from '../text.js';
import { VERDICT_ORDER, VERDICTS } from '../verdicts.js';
import { BAR, paintOf, paragraph, type Page } from './page.js';

const CELL = 3;

/** Several servers side by side: a letter for each server and revision, a row for each case that tells them apart or fails. */
export function matrixLines(page: Page, report: Report): string[] {
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
