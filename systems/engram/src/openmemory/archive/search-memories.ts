import { sql } from '@errata/store';
import type { MemoryQuery } from '../memory.js';
import type { VectorIndex } from '../embeddings/vector-index.js';
import { findParts, findWords, within, type ArchiveDatabase } from './find-words.js';
import { MEMORY_COLUMNS, type MemoryRow } from './schema.js';
import { searchTerms } from './words.js';

interface FoundRow extends MemoryRow {
  readonly score: number;
}

/** Memories that each list contributes. */
const DEPTH = 100;

/** The memories that fit a query best: by their words and, where there are vectors, by their meaning. */
export async function searchMemories(
  database: ArchiveDatabase,
  query: MemoryQuery,
  vectors?: VectorIndex,
): Promise<readonly FoundRow[]> {
  const [words, near] = await Promise.all([
    byWords(database, query),
    vectors?.nearest(query, DEPTH),
  ]);
  const best = fuse(near === undefined ? [words] : [words, near]).slice(0, query.top_k);
  if (best.length === 0) return [];
  const scores = new Map(best);
  const { rows } = await sql<MemoryRow & { seq: number }>`
    select seq, ${sql.join(MEMORY_COLUMNS.map((name) => sql.ref(name)))} from memories
    where seq in (${sql.join([...scores.keys()])}) ${within(query)}`.execute(database.db);
  return rows
    .map(({ seq, ...row }) => ({ ...row, seq, score: scores.get(seq)! }))
    .sort((one, other) => other.score - one.score || other.seq - one.seq);
}

/** First those with the words of the query, then those that only contain a part of it. */
async function byWords(database: ArchiveDatabase, query: MemoryQuery): Promise<readonly number[]> {
  const { words, parts } = searchTerms(query.query);
  const ranked = await findWords(database, words, query, DEPTH);
  if (ranked.length >= query.top_k) return ranked;
  return [...new Set([...ranked, ...(await findParts(database, parts, query, DEPTH))])];
}

/** The usual constant of reciprocal rank fusion: the first place is worth little more than the second. */
const K = 60;

/**
 * One list out of several, by reciprocal rank fusion. A memory has the score 1 where it is the first of all lists; what is in one list of two has
 * at most one half.
 */
export function fuse(
  lists: readonly (readonly number[])[],
): readonly (readonly [number, number])[] {
  const scores = new Map<number, number>();
  for (const list of lists) {
    for (const [place, seq] of list.entries()) {
      const share = (K + 1) / (K + 1 + place) / lists.length;
      scores.set(seq, (scores.get(seq) ?? 0) + share);
    }
  }
  return [...scores].sort(([, one], [, other]) => other - one);
}
