/**
 * Rows as aligned text: the first column to the left, the others to the right.
 * @param {readonly (readonly string[])[]} rows The first one is the head.
 */
export function formatTable(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/**
 * @param {number | null | undefined} value
 * @param {number} digits
 */
export function formatNumber(value, digits) {
  return value === null || value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);
}
