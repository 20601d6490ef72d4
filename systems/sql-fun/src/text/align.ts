import { cellsOf } from './cells.js';

/** Rows of cells as lines whose columns stand below each other, also where characters are wide. */
export function align(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) =>
    row.map((cell) => {
      const cells = cellsOf(cell.replaceAll(/\s+/g, (run) => (/[\r\n\t]/.test(run) ? ' ' : run)));
      const width = cells.reduce((sum, each) => sum + each.width, 0);
      return { text: cells.map((each) => each.shown).join(''), width };
    }),
  );
  const widths: number[] = [];
  for (const row of shown) {
    row.forEach(({ width }, column) => (widths[column] = Math.max(widths[column] ?? 0, width)));
  }
  return shown
    .map((row) =>
      row
        .map(({ text, width }, column) => text + ' '.repeat(widths[column]! - width))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
