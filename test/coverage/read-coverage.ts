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
