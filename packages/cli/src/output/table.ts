/** One column: its heading, and whether its cells may be broken over several lines. */
export interface Column {
  readonly title: string;
  readonly wrap?: boolean;
}

/**
 * A plain table that fits the screen: columns that may wrap share what the others leave. Widths are counted in
 * characters as a terminal shows them, wide East Asian ones as two.
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const natural = columns.map(({ title }, index) =>
    Math.max(cells(title), ...rows.map((row) => cells(row[index] ?? ''))),
  );
  const widths = fit(columns, natural, width);
  const line = (row: readonly string[]) => {
    const wrapped = widths.map((size, index) => wrap(row[index] ?? '', size));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, y) =>
      widths
        .map((size, index) => pad(wrapped[index]![y] ?? '', size))
        .join('  ')
        .trimEnd(),
    ).join('\n');
  };
  const rule = widths.map((size) => '─'.repeat(size)).join('  ');
  return [line(columns.map(({ title }) => title)), rule, ...rows.map(line)].join('\n');
}

function fit(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const gaps = 2 * (columns.length - 1);
  const total = natural.reduce((sum, size) => sum + size, gaps);
  if (total <= width) return [...natural];
  const flexible = columns.flatMap(({ wrap: wraps }, index) => (wraps === true ? [index] : []));
  const fixed = total - flexible.reduce((sum, index) => sum + natural[index]!, 0);
  const share = Math.max(12, Math.floor((width - fixed) / Math.max(1, flexible.length)));
  const widths = [...natural];
  let left = width - fixed;
  // A column that needs less than its share leaves the rest to the others.
  for (const [position, index] of flexible.entries()) {
    const remaining = flexible.length - position;
    widths[index] = Math.min(natural[index]!, Math.max(share, Math.floor(left / remaining)));
    left -= widths[index]!;
  }
  return widths;
}

/** Break a text into lines at spaces; a word that is longer than a line is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (cells(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (cells(line) > width) {
      const end = cutAt(line, width);
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}

function cutAt(text: string, width: number): number {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += cells(character);
    if (used > width && end > 0) break;
    end += character.length;
  }
  return end;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - cells(text)));
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

function cells(text: string): number {
  let sum = 0;
  for (const character of text) sum += WIDE.test(character) ? 2 : 1;
  return sum;
}
