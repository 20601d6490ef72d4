import { sql, type Kysely, type Migration, type StoreDialect } from '@errata/store';
import type { Memory } from '../memory.js';
import { wordsOf } from './words.js';

/** The tables of the embedded memory. On SQLite, triggers write the full-text index beside them. */
export interface ArchiveSchema {
  memories: MemoryRow & MemoryIndex;
  used_keys: { key: string; memory_id: string };
  memory_vectors: VectorRow;
}

export interface MemoryRow extends Omit<Memory, 'metadata'> {
  /** JSON. */
  readonly metadata: string | null;
}

/** What a memory is found by. `words` is a text for FTS5, or a tsvector. */
export interface MemoryIndex {
  readonly words: string;
  readonly word_count: number;
  /** Counts the changes of the content. */
  readonly revision: number;
}

export interface VectorRow {
  readonly seq: number;
  readonly model: string;
  /** Of the content that it belongs to. */
  readonly revision: number;
  /** One byte for each dimension; empty if the model does not take this text. */
  readonly vector: Uint8Array;
}

export const MEMORY_COLUMNS = [
  'id',
  'content',
  'user_id',
  'space',
  'kind',
  'metadata',
  'created_at',
] as const;

const sequence = (dialect: StoreDialect) =>
  dialect === 'postgres'
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;

const createTables: Migration = {
  async up(db, dialect) {
    await sql`create table memories (
      seq ${sequence(dialect)},
      id text not null unique,
      content text not null,
      user_id text not null,
      space text not null,
      kind text,
      metadata text,
      created_at text not null
    )`.execute(db);
    // Apart from the memories: a late repetition must not bring back what was removed meanwhile.
    await sql`create table used_keys (key text primary key not null, memory_id text not null)`.execute(
      db,
    );
    if (dialect === 'sqlite') await sql`create table headroom (bytes blob not null)`.execute(db);
  },
};

/** The index of words, which replaces one of trigrams; memories that are already there get into it. */
const createSearch: Migration = {
  async up(db, dialect) {
    if (dialect === 'sqlite') {
      for (const trigger of ['memories_added', 'memories_removed', 'memories_changed']) {
        await sql`drop trigger if exists ${sql.ref(trigger)}`.execute(db);
      }
      await sql`drop table if exists memory_texts`.execute(db);
    }
    const isPostgres = dialect === 'postgres';
    for (const column of [
      sql`words ${isPostgres ? sql`tsvector` : sql`text`} not null default ''`,
      sql`word_count integer not null default 0`,
      sql`revision integer not null default 0`,
    ]) {
      await sql`alter table memories add column ${column}`.execute(db);
    }
    await indexAll(db as Kysely<ArchiveSchema>, dialect);
    await sql`create table memory_vectors (
      seq ${isPostgres ? sql`bigint` : sql`integer`} primary key references memories (seq) on delete cascade,
      model text not null,
      revision integer not null,
      vector ${isPostgres ? sql`bytea` : sql`blob`} not null
    )`.execute(db);
    await sql`create index memories_by_space on memories (space)`.execute(db);
    for (const statement of isPostgres ? POSTGRES_INDEX : SQLITE_INDEX) await statement.execute(db);
  },
};

const POSTGRES_INDEX = [sql`create index memories_by_words on memories using gin (words)`];

const SQLITE_INDEX = [
  // The words are lower-case and separated by spaces; all that is left to do is stemming.
  sql`create virtual table memory_words using fts5(words, content='', tokenize='porter ascii')`,
  // Otherwise a removal would add to the index, which a full disk forbids, and leave the words of the memory in it.
  sql`insert into memory_words (memory_words, rank) values ('secure-delete', 1)`,
  sql`insert into memory_words (rowid, words) select seq, words from memories`,
  sql`create trigger memories_added after insert on memories begin
    insert into memory_words (rowid, words) values (new.seq, new.words);
  end`,
  sql`create trigger memories_removed after delete on memories begin
    insert into memory_words (memory_words, rowid, words) values ('delete', old.seq, old.words);
  end`,
  sql`create trigger memories_changed after update of words on memories begin
    insert into memory_words (memory_words, rowid, words) values ('delete', old.seq, old.words);
    insert into memory_words (rowid, words) values (new.seq, new.words);
  end`,
];

async function indexAll(db: Kysely<ArchiveSchema>, dialect: StoreDialect): Promise<void> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<{ seq: number; content: string }>`
      select seq, content from memories where seq > ${last} order by seq limit 500`.execute(db);
    for (const { seq, content } of rows) {
      const { words, word_count } = indexOf(content, dialect);
      await sql`update memories set words = ${words}, word_count = ${word_count} where seq = ${seq}`.execute(
        db,
      );
      last = seq;
    }
    if (rows.length === 0) return;
  }
}

/** The columns by which a content is found. */
export function indexOf(content: string, dialect: StoreDialect) {
  const all = wordsOf(content);
  const words = dialect === 'postgres' ? toVector(all) : sql<string>`${all.join(' ')}`;
  return { words, word_count: all.length };
}

/** Stemmed by the dictionary of PostgreSQL. Its parser is not used: what it takes for a word depends on the locale. */
export const stemmed = sql`coalesce((ts_lexize('english_stem', word))[1], word)`;

/** The words are letters and digits, so that nothing in them ends a quote. A tsvector knows 16,383 places. */
function toVector(words: readonly string[]) {
  return sql<string>`(
    select coalesce(string_agg(format('''%s'':%s', ${stemmed}, least(place, 16383)), ' '), '')::tsvector
    from unnest(${words}::text[]) with ordinality as given (word, place)
  )`;
}

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001_tables': createTables,
  // Was a trigger of the index that 003 replaces.
  '002_update': { up: async () => {} },
  '003_search': createSearch,
};
