import textWidth from 'fast-string-width';

/** A word of a page that is typed or sent literally. */
export const codeText = (text: string): string => `\`${text}\``;

/** Several of them, in a cell of a table. */
export const codeTexts = (texts: readonly string[]): string => texts.map(codeText).join(' ');

/** What a description says before it goes into detail. */
export function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** What renders the generated parts of a page, by the name in their mark. */
export type Parts = Readonly<Record<string, () => string>>;

const PART = /(<!-- generated: (\S+) -->\n\n)[\s\S]*?(\n\n<!-- end -->)/g;

/** The page with its generated parts as they are now. Throws if a mark names nothing, or a part is missing. */
export function insertParts(page: string, parts: Parts): string {
  const missing = new Set(Object.keys(parts));
  const written = page.replace(PART, (_, head: string, name: string, end: string) => {
    const render = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (render === undefined) throw new TypeError(`nothing is generated under the name ${name}`);
    missing.delete(name);
    return `${head}${render()}${end}`;
  });
  if (missing.size === 0) return written;
  throw new TypeError(`the page has no place for ${[...missing].join(', ')}`);
}

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
