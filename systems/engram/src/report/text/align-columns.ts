import { cells } from './cells.js';

/** Rows as lines: the first column to the left, figures to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, cells(cell))),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const space = ' '.repeat(widths[index]! - cells(cell));
        return index === 0 ? cell + space : space + cell;
      })
      .join('  '),
  );
}
