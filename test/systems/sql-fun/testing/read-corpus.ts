import { readFileSync } from 'node:fs';

export interface Query {
  /** Unique within its corpus. */
  readonly name: string;
  readonly sql: string;
}

/** The text of a file of the corpus. */
export function corpusFile(name: string): string {
  return readFileSync(new URL(`../corpus/${name}`, import.meta.url), 'utf8');
}

/** The queries of files of the corpus: each begins after a line `-- its name` and ends at an empty line. */
export function readCorpus(...files: readonly string[]): readonly Query[] {
  const queries = files.flatMap((file) =>
    corpusFile(file)
      .split(/\n{2,}/)
      .filter((block) => block.trim() !== '')
      .map((block) => {
        const [, name, sql] = /^\s*-- ([^\n]+)\n([^]+?);?\s*$/.exec(block) ?? [];
        if (name === undefined || sql === undefined) {
          throw new Error(`${file}: this is no query with a name:\n${block}`);
        }
        return { name, sql };
      }),
  );
  const names = queries.map(({ name }) => name);
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  if (twice.length > 0)
    throw new Error(`Names of queries that are not unique: ${twice.join(', ')}`);
  return queries;
}
