import textWidth from 'fast-string-width';
import { pad, wrap } from './wrap.js';

/** One column: its heading, whether its cells may be broken over several lines, and how they are coloured. */
export interface Column {
  readonly title: string;
  readonly wrap?: boolean;
  /** Gets a padded line of a cell; may add colour, not length. */
  readonly style?: (text: string) => string;
}

/** Below this a column is hard to read, and rather too wide a table. */
const NARROWEST = 10;

/** A plain table that fits the screen: where it is too wide, the widest of the columns that may wrap gives way first. Words are broken last. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const natural = columns.map(({ title }, index) =>
    Math.max(textWidth(title), ...rows.map((row) => textWidth(row[index] ?? ''))),
  );
  const widths = fit(columns, rows, natural, width);
  const line = (row: readonly string[], styled: boolean) => {
    const wrapped = widths.map((size, index) => wrap(row[index] ?? '', size));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, y) => {
      const texts = widths.map((size, index) => pad(wrapped[index]![y] ?? '', size));
      const last = texts.findLastIndex((text) => text.trim() !== '');
      return texts
        .slice(0, last + 1)
        .map((text, index) => (index === last ? text.trimEnd() : text))
        .map((text, index) => (styled ? (columns[index]!.style?.(text) ?? text) : text))
        .join('  ');
    }).join('\n');
  };
  const rule = widths.map((size) => '─'.repeat(size)).join('  ');
  return [
    line(
      columns.map(({ title }) => title),
      false,
    ),
    rule,
    ...rows.map((row) => line(row, true)),
  ].join('\n');
}

function fit(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  natural: readonly number[],
  width: number,
): number[] {
  const longestWord = columns.map(({ title }, index) =>
    Math.max(
      ...[title, ...rows.map((row) => row[index] ?? '')].flatMap((text) =>
        text.split(' ').map((word) => textWidth(word)),
      ),
    ),
  );
  const whole = shrink(columns, natural, longestWord, width);
  return shrink(
    columns,
    whole,
    columns.map(() => NARROWEST),
    width,
  );
}

/** Take from the widest column that may wrap, a cell at a time, but no column below its floor. */
function shrink(
  columns: readonly Column[],
  sizes: readonly number[],
  floors: readonly number[],
  width: number,
): number[] {
  const widths = [...sizes];
  const mayGive = (size: number, index: number) =>
    columns[index]!.wrap === true && size > Math.max(NARROWEST, floors[index]!);
  let excess = widths.reduce((sum, size) => sum + size, 2 * (columns.length - 1)) - width;
  for (; excess > 0; excess--) {
    const widest = Math.max(...widths.filter(mayGive));
    if (widest === -Infinity) break;
    const index = widths.findIndex((size, at) => size === widest && mayGive(size, at));
    widths[index] = widest - 1;
  }
  return widths;
}
