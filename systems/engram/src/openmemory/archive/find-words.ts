import { sql, type Kysely, type StoreDialect } from '@errata/store';
import type { MemoryQuery } from '../memory.js';
import { stemmed, type ArchiveSchema } from './schema.js';

/** A database, and what it is. */
export interface ArchiveDatabase {
  readonly db: Kysely<ArchiveSchema>;
  readonly dialect: StoreDialect;
}

interface Place {
  readonly seq: number;
}

/** The part of a `where` that keeps a search inside its spaces and with its user. */
export function within({ space, spaces, user_id }: Omit<MemoryQuery, 'query' | 'top_k'>) {
  const named = [...(spaces ?? []), ...(space === undefined ? [] : [space])];
  const everywhere = space === undefined && spaces === undefined;
  const inSpaces =
    named.length === 0 ? sql`and false` : sql`and memories.space in (${sql.join(named)})`;
  const ofUser = user_id === undefined ? sql`` : sql`and memories.user_id = ${user_id}`;
  return sql`${everywhere ? sql`` : inSpaces} ${ofUser}`;
}

/** The memories with any of the words, best first by BM25. Their numbers. */
export async function findWords(
  { db, dialect }: ArchiveDatabase,
  words: readonly string[],
  query: MemoryQuery,
  limit: number,
): Promise<readonly number[]> {
  if (words.length === 0) return [];
  const search = dialect === 'postgres' ? inPostgres : inSqlite;
  const { rows } = await search(words, query, limit).execute(db);
  return rows.map(({ seq }) => seq);
}

function inSqlite(words: readonly string[], query: MemoryQuery, limit: number) {
  // In quotes nothing is an operator of FTS5.
  const match = words.map((word) => `"${word}"`).join(' OR ');
  return sql<Place>`
    select memories.seq as seq
    from memory_words join memories on memories.seq = memory_words.rowid
    where memory_words match ${match} ${within(query)}
    order by bm25(memory_words), memories.seq desc limit ${limit}`;
}

/** The constants of BM25 as FTS5 has them: how soon a word that is repeated stops to count, and how much length does. */
const K1 = sql.lit(1.2);
const B = sql.lit(0.75);

/** PostgreSQL ranks without regard to how rare a word is, so that BM25 is computed from its index. */
function inPostgres(words: readonly string[], query: MemoryQuery, limit: number) {
  return sql<Place>`
    with terms as (
      select distinct ${stemmed} as lexeme from unnest(${words}::text[]) as given (word)
    ), asked as (
      select string_agg('''' || lexeme || '''', ' | ')::tsquery as any_term from terms
    ), scope as (
      select count(*)::float8 as n, greatest(avg(word_count), 1)::float8 as average
      from memories where true ${within(query)}
    ), hits as (
      select memories.seq, word_count, entry.lexeme, cardinality(entry.positions)::float8 as tf
      from memories cross join asked cross join lateral unnest(words) as entry
      where words @@ any_term ${within(query)} and entry.lexeme in (select lexeme from terms)
    ), weights as (
      select lexeme, ln(1 + (n - count(*) + 0.5) / (count(*) + 0.5)) as idf
      from hits cross join scope group by lexeme, n
    )
    select seq from hits join weights using (lexeme) cross join scope
    group by seq
    order by sum(idf * tf * (${K1} + 1) / (tf + ${K1} * (1 - ${B} + ${B} * word_count / average))) desc,
      seq desc
    limit ${limit}`;
}

/** The memories that contain any of the texts, those with most of them first, then the newest. Their numbers. */
export async function findParts(
  { db, dialect }: ArchiveDatabase,
  parts: readonly string[],
  query: MemoryQuery,
  limit: number,
): Promise<readonly number[]> {
  if (parts.length === 0) return [];
  // Not LIKE: SQLite compares it character by character, and a long part that is almost there takes seconds.
  const find = dialect === 'postgres' ? sql`strpos` : sql`instr`;
  const hits = parts.map(
    (part) =>
      sql`case when ${find}(lower(content), ${part.slice(0, LONGEST_PART)}) > 0 then 1 else 0 end`,
  );
  const { rows } = await sql<Place>`
    select seq from (
      select seq, ${sql.join(hits, sql` + `)} as hits from memories where true ${within(query)}
    ) as counted where hits > 0 order by hits desc, seq desc limit ${limit}`.execute(db);
  return rows.map(({ seq }) => seq);
}

const LONGEST_PART = 100;
