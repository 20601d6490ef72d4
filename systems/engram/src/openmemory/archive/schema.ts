import { sql, type Migration } from '@errata/store';
import type { Memory } from '../memory.js';

/** The tables of OpenMemory. The full-text index beside them is written by triggers. */
export interface ArchiveSchema {
  memories: MemoryRow;
  used_keys: { key: string; memory_id: string };
}

export interface MemoryRow extends Omit<Memory, 'metadata'> {
  /** JSON. */
  readonly metadata: string | null;
}

/** Trigrams find parts of words, and words of languages that do not put spaces between them. */
const STATEMENTS = [
  sql`create table memories (
    seq integer primary key autoincrement,
    id text not null unique,
    content text not null,
    user_id text not null,
    space text not null,
    kind text,
    metadata text,
    created_at text not null
  )`,
  // Apart from the memories: a late repetition must not bring back what was removed meanwhile.
  sql`create table used_keys (key text primary key not null, memory_id text not null) without rowid`,
  sql`create table headroom (bytes blob not null)`,
  sql`create virtual table memory_texts using fts5(
    content, content='memories', content_rowid='seq', tokenize='trigram'
  )`,
  // Otherwise a removal would add to the index, which a full disk forbids, and leave the words of the memory in it.
  sql`insert into memory_texts (memory_texts, rank) values ('secure-delete', 1)`,
  sql`create trigger memories_added after insert on memories begin
    insert into memory_texts (rowid, content) values (new.seq, new.content);
  end`,
  sql`create trigger memories_removed after delete on memories begin
    insert into memory_texts (memory_texts, rowid, content)
    values ('delete', old.seq, old.content);
  end`,
];

export const createTables: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

export const createUpdateTrigger: Migration = {
  async up(db) {
    await sql`create trigger memories_changed after update of content on memories begin
      insert into memory_texts (memory_texts, rowid, content)
      values ('delete', old.seq, old.content);
      insert into memory_texts (rowid, content) values (new.seq, new.content);
    end`.execute(db);
  },
};
