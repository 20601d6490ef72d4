/** A table in Markdown whose columns are as wide as their widest cell, which is how the formatter leaves it. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = [head, ...rows].map((row) => row.map(escaped));
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => [...(row[column] ?? '')].length)),
  );
  const lines = cells.map((row) => line(widths.map((width, at) => (row[at] ?? '').padEnd(width))));
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A bar would begin the next cell. */
const escaped = (text: string): string => text.replaceAll('|', '\\|');
