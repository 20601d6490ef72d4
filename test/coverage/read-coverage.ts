import { createHash } from 'node:crypto';

/** One row of docs/seed-coverage.md. */
export interface CoverageRow {
  readonly seed: string;
  readonly heading: string;
  readonly kind: string;
  readonly item: string;
  /** `yes`, or `library` and why no running server can show it. */
  readonly wire: string;
  /** `file › test name` for each test, or `issue N` for what a later issue will show. */
  readonly shownBy: readonly string[];
}

/** Read the page: `## seed`, `### heading`, and tables of kind, item, whether it is shown on the wire, and by which tests. */
export function readCoverage(markdown: string): CoverageRow[] {
  const rows: CoverageRow[] = [];
  let seed = '';
  let heading = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) seed = line.slice(3, 6);
    else if (line.startsWith('### ')) heading = line.slice(4).trim();
    else if (line.startsWith('| ') && !line.startsWith('| kind') && !line.startsWith('| ---')) {
      const [, kind, item, wire, shownBy] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|'));
      rows.push({
        seed,
        heading,
        kind: kind!,
        item: item!,
        wire: wire!,
        shownBy: shownBy!.split('<br>').map((one) => one.trim()),
      });
    }
  }
  return rows;
}

export function keyOf({
  seed,
  heading,
  kind,
  item,
}: Omit<CoverageRow, 'shownBy' | 'wire'>): string {
  return [seed, heading, kind, item].join(' · ');
}

/** One thing that a document promises: a table row, a checklist item, an example, a named test, a helper. */
export interface SeedItem {
  readonly seed: string;
  readonly kind: 'row' | 'check' | 'example' | 'test' | 'field' | 'helper' | 'template';
  readonly heading: string;
  /** A name where the document has one, else its number under the heading. */
  readonly item: string;
  /** Of the literal text, so that a changed document is noticed without a copy of it. */
  readonly hash: string;
}

type Found = Omit<SeedItem, 'seed' | 'heading' | 'hash'> & { readonly text: string };

/** Read a document and list what it promises, in order. */
export function extractItems(seed: string, markdown: string): SeedItem[] {
  const items: SeedItem[] = [];
  const counts = new Map<string, number>();
  let heading = '';
  let fence: { language: string; lines: string[] } | undefined;
  const add = ({ kind, item, text }: Found) => {
    const place = `${heading}|${kind}|${item}`;
    const seen = (counts.get(place) ?? 0) + 1;
    counts.set(place, seen);
    const unique = seen === 1 ? item : `${item} #${seen}`;
    items.push({ seed, kind, heading, item: unique, hash: hashOf(text) });
  };
  const lines = markdown.split('\n');
  for (const [index, line] of lines.entries()) {
    const opening = /^\s*```(\w*)\s*$/.exec(line);
    if (opening !== null) {
      if (fence === undefined) fence = { language: opening[1]!, lines: [] };
      else {
        for (const found of itemsOfCode(fence.language, fence.lines)) add(found);
        fence = undefined;
      }
    } else if (fence !== undefined) {
      fence.lines.push(line);
    } else if (/^#{2,4} /.test(line)) {
      heading = line.replace(/^#+ /, '').replaceAll('`', '').trim();
    } else {
      for (const found of itemsOfLine(line, lines[index + 1] ?? '', heading)) add(found);
    }
  }
  return items;
}

function itemsOfLine(line: string, next: string, heading: string): Found[] {
  if (line.startsWith('|')) {
    // A header is the row above the dashes; the dashes are no row.
    if (/^\|[\s:|-]+\|$/.test(line) || /^\|[\s:|-]+\|$/.test(next)) return [];
    const cells = line.split('|').map((cell) => cell.replaceAll('`', '').trim());
    return [{ kind: 'row', item: cells[1]!, text: line }];
  }
  const check = /^- (?:\[[ x]\]|✅|✓) (.*)$/.exec(line);
  if (check !== null) return [{ kind: 'check', item: 'item', text: check[1]! }];
  const named = /(?:^\s+- `|::)(Test\w+)/.exec(line);
  if (named !== null) return [{ kind: 'test', item: named[1]!, text: line }];
  const listed = heading.startsWith('Test Coverage') ? /^\s{3,4}- (.+)$/.exec(line) : null;
  return listed === null ? [] : [{ kind: 'test', item: listed[1]!.trim(), text: line }];
}

function itemsOfCode(language: string, lines: readonly string[]): Found[] {
  const text = lines.join('\n');
  const found: Found[] = [];
  const isPayload = language === 'json' || /"jsonrpc": "2\.0"/.test(text);
  if (isPayload) found.push({ kind: 'example', item: 'payload', text });
  if (language === 'typescript') {
    for (const [, name] of text.matchAll(/^ {2}(\w+)\??:/gm)) {
      found.push({ kind: 'field', item: name!, text: name! });
    }
  }
  if (language === 'python') {
    for (const [, name] of text.matchAll(/^(?:def|class) (\w+)/gm)) {
      found.push({ kind: 'helper', item: name!, text: name! });
    }
    for (const [, name] of text.matchAll(/^ {4}"([A-Z_]+)": \{$/gm)) {
      found.push({ kind: 'template', item: name!, text: name! });
    }
  }
  if (language === 'erlang' && !isPayload) {
    const names = [...text.matchAll(/^\s*([a-z]\w*)\(.*->$/gm)].map(([, name]) => name!);
    for (const name of new Set(names)) found.push({ kind: 'helper', item: name, text: name });
    for (const [, name] of text.matchAll(/^-define\((\w+), -?\d+\)/gm)) {
      found.push({ kind: 'row', item: name!, text: name! });
    }
    for (const [, code] of text.matchAll(/^\s+(-32\d+),? +%/gm)) {
      found.push({ kind: 'row', item: code!, text: code! });
    }
  }
  return found;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text.trim()).digest('hex').slice(0, 8);
}
