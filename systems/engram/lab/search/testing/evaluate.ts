import { readFileSync } from 'node:fs';
import { openArchive } from '../../../src/openmemory/archive/open-archive.js';

type ArchiveOptions = Parameters<typeof openArchive>[0];

interface LabelledMemory {
  readonly id: string;
  readonly text: string;
}

interface LabelledQuestion {
  readonly ask: string;
  /** What makes it hard: other forms of the words, near duplicates, or another way to say it. */
  readonly kind: string;
  /** The memories that answer it. */
  readonly want: readonly string[];
}

const lines = readFileSync(new URL('../labelled.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as LabelledMemory | LabelledQuestion);

export const MEMORIES = lines.filter((line) => 'id' in line);
export const QUESTIONS = lines.filter((line) => 'ask' in line);

/** The ids of memories, best first. */
export type LabelledSearch = (ask: string) => Promise<readonly string[]>;

export interface SearchFigures {
  /** The share of wanted memories among the first five. */
  readonly recall: number;
  /** The mean of 1 / place of the first wanted memory among the first ten. */
  readonly mrr: number;
}

/** How well a search does on all questions, and on those of each language. */
export async function measure(search: LabelledSearch) {
  const results: (SearchFigures & { kind: string })[] = [];
  for (const { ask, want, kind } of QUESTIONS) {
    const found = await search(ask);
    const among = want.filter((id) => found.slice(0, 5).includes(id));
    const place = found.slice(0, 10).findIndex((id) => want.includes(id));
    const mrr = place === -1 ? 0 : 1 / (place + 1);
    results.push({ kind, recall: among.length / want.length, mrr });
  }
  const mean = (of: (one: SearchFigures) => number, some: readonly SearchFigures[]) =>
    some.reduce((sum, one) => sum + of(one), 0) / some.length;
  const figuresOf = (passes: (kind: string) => boolean): SearchFigures => {
    const some = results.filter((one) => passes(one.kind));
    return { recall: mean((one) => one.recall, some), mrr: mean((one) => one.mrr, some) };
  };
  return {
    all: figuresOf(() => true),
    english: figuresOf((kind) => !kind.startsWith('zh-')),
    chinese: figuresOf((kind) => kind.startsWith('zh-')),
  };
}

export type Measured = Awaited<ReturnType<typeof measure>>;

/** The embedded memory with all memories of the set, and their vectors where there is a server for them. */
export async function openLabelled(options: Pick<ArchiveOptions, 'database' | 'embeddings'>) {
  const archive = await openArchive({ ...options, now: Date.now });
  const names = new Map<string, string>();
  const space = 'team:lab';
  for (const { id, text } of MEMORIES) {
    names.set((await archive.add({ content: text, user_id: 'lab', space })).id, id);
  }
  await archive.embedded();
  const search: LabelledSearch = async (query) =>
    (await archive.search({ query, space, top_k: 10 })).map(({ id }) => names.get(id)!);
  return { search, close: () => archive.close() };
}

const two = (value: number) => value.toFixed(2).padStart(6);

/** A row of the table in docs/systems/engram.md. */
export function printRow(name: string, { all, english, chinese }: Measured): void {
  const figures = [all, english, chinese].flatMap(({ recall, mrr }) => [two(recall), two(mrr)]);
  process.stdout.write(`${name.padEnd(44)}${figures.join('')}\n`);
}

export function printHead(): void {
  const columns = ['all', '', 'en', '', 'zh', ''].map((name) => name.padStart(6)).join('');
  process.stdout.write(
    `\n${`${MEMORIES.length} memories, ${QUESTIONS.length} questions`.padEnd(44)}${columns}\n`,
  );
  process.stdout.write(`${''.padEnd(44)}${'  R@5   MRR'.repeat(3)}\n`);
}
