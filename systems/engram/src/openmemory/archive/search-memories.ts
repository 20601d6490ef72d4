import { sql, type Kysely } from '@errata/store';
import type { MemoryQuery } from '../memory.js';
import type { ArchiveSchema, MemoryRow } from './schema.js';
import { searchTerms, toMatch, toPattern } from './search-terms.js';

export interface FoundRow extends MemoryRow {
  readonly score: number;
}

/** The memories that fit a query best: those that the index ranks, then those that only have its short words. */
export async function searchMemories(
  db: Kysely<ArchiveSchema>,
  query: MemoryQuery,
): Promise<readonly FoundRow[]> {
  const { indexed, short } = searchTerms(query.query);
  const ranked = indexed.length === 0 ? [] : await findRanked(db, toMatch(indexed), query);
  if (short.length === 0 || ranked.length >= query.top_k) return ranked;
  const known = new Set(ranked.map(({ id }) => id));
  const others = await findContaining(db, short, query);
  return [...ranked, ...others.filter(({ id }) => !known.has(id))].slice(0, query.top_k);
}

async function findRanked(
  db: Kysely<ArchiveSchema>,
  match: string,
  query: MemoryQuery,
): Promise<readonly FoundRow[]> {
  // bm25 is the lower the better.
  const { rows } = await sql<FoundRow>`
    select memories.*, -bm25(memory_texts) as score
    from memory_texts join memories on memories.seq = memory_texts.rowid
    where memory_texts match ${match} ${within(query)}
    order by bm25(memory_texts), memories.seq desc limit ${query.top_k}
  `.execute(db);
  return rows;
}

/** Those with most of the terms first, then the newest. */
async function findContaining(
  db: Kysely<ArchiveSchema>,
  terms: readonly string[],
  query: MemoryQuery,
): Promise<readonly FoundRow[]> {
  const hits = terms.map((term) => sql`(content like ${toPattern(term)} escape '\\')`);
  const { rows } = await sql<FoundRow>`
    select *, 0.0 as score from (
      select *, ${sql.join(hits, sql` + `)} as hits from memories where true ${within(query)}
    ) where hits > 0 order by hits desc, seq desc limit ${query.top_k}
  `.execute(db);
  return rows;
}

function within({ space, user_id }: MemoryQuery) {
  const inSpace = space === undefined ? sql`` : sql`and memories.space = ${space}`;
  const ofUser = user_id === undefined ? sql`` : sql`and memories.user_id = ${user_id}`;
  return sql`${inSpace} ${ofUser}`;
}
