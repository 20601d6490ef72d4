import { sql, type Kysely } from '@errata/store';
import type { MemoryQuery } from '../memory.js';
import type { ArchiveSchema, MemoryRow } from './schema.js';

interface FoundRow extends MemoryRow {
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

async function findRanked(db: Kysely<ArchiveSchema>, match: string, query: MemoryQuery) {
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
) {
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

/** What the index cannot find: it knows only what is three characters long. */
const SHORTEST = 3;
/** A query may be a whole page. */
const MAX_TERMS = 64;

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;
const GAPS = /[\s\p{Cc}]+/u;

/** Take any text apart into what the index finds, and what is too short for it. */
export function searchTerms(query: string) {
  const spaced = query
    .replace(WITHOUT_SPACES, ' ')
    .split(GAPS)
    .filter((word) => word !== '');
  const unspaced = query.match(WITHOUT_SPACES) ?? [];
  const long = [...spaced.filter(isIndexed), ...unspaced.filter(isIndexed).flatMap(windows)];
  const indexed = firstOf(long);
  const shortUnspaced = unspaced.filter((run) => !isIndexed(run));
  // "to" and "of" are in every text; they are looked for only where there is nothing else.
  const short =
    indexed.length > 0
      ? shortUnspaced
      : [...spaced.filter((word) => !isIndexed(word)), ...shortUnspaced];
  return { indexed, short: firstOf(short) };
}

/** The words of a text without spaces are unknown, so each part of it counts that the index can find. */
function windows(run: string): readonly string[] {
  const characters = [...run];
  return characters
    .slice(0, characters.length - SHORTEST + 1)
    .map((_, at) => characters.slice(at, at + SHORTEST).join(''));
}

function isIndexed(term: string): boolean {
  return [...term].length >= SHORTEST;
}

function firstOf(terms: readonly string[]): readonly string[] {
  return [...new Set(terms)].slice(0, MAX_TERMS);
}

/** A query of FTS5 for any of the terms; in quotes, nothing in them is an operator. */
function toMatch(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR ');
}

/** A pattern of LIKE for a text that contains the term, with `\` as escape. */
function toPattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}
