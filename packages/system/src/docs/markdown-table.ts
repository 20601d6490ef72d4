import { textWidth } from './text-width.js';

/** A table in Markdown whose columns are as wide as their widest cell, which is how the formatter leaves it. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = [head, ...rows].map((row) => row.map(escaped));
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => textWidth(row[column] ?? ''))),
  );
  const lines = cells.map((row) => line(widths.map((width, at) => padded(row[at] ?? '', width))));
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const padded = (text: string, width: number): string => text + ' '.repeat(width - textWidth(text));

/** A bar would begin the next cell, and a word in angle brackets would be taken for HTML unless it is code. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '\\<')))
    .join('')
    .replaceAll('|', '\\|');
}
