import { openStore, sql, type Kysely } from '@errata/store';
import { closing, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../testing/memories.js';
import { openArchive, storageProblem } from './open-archive.js';

const keep = closing();
const file = temporaryFolder();
const now = () => Date.UTC(2026, 0, 30);

const open = async (database = ':memory:', maxBytes?: number) =>
  keep(await openArchive({ database, now, ...(maxBytes !== undefined && { maxBytes }) }));

/** A text of so many bytes without repetitions, which the index cannot store in less. */
const textOf = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 8) }, (_, at) =>
    ((at * 2_654_435_761) % 2 ** 32).toString(36).padStart(8, 'x'),
  ).join('');

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a full archive', () => {
  it.each([':memory:', 'filled.db'])('refuses even the smallest addition (%s)', async (name) => {
    const archive = await open(name === ':memory:' ? name : file(name));
    const { id } = await archive.add(memoryOf('before the disk was full'), 'key-0');
    await archive.add(memoryOf(textOf(50_000)));
    await archive.fill();
    for (let at = 0; at < 20; at++) {
      const failure = await failureOf(archive.add(memoryOf('x'), `key-${at + 1}`));
      expect(storageProblem(failure)).toBe('full');
    }
    expect(await archive.count()).toBe(2);
    expect(await archive.add(memoryOf('again'), 'key-0')).toEqual({ id, deduplicated: true });
    expect(await archive.search({ query: 'before', top_k: 5 })).toMatchObject([{ id }]);
    expect(await archive.remove(id)).toBe(true);

    await archive.unfill();
    expect(await archive.add(memoryOf('after'), 'key-1')).toEqual({ id: expect.any(String) });
    expect(await archive.search({ query: 'after', top_k: 5 })).toHaveLength(1);
    expect(await archive.count()).toBe(2);
  });

  it('is full at the size it may have, and takes more when something is removed', async () => {
    const archive = await open(file('limited.db'), 400_000);
    const ids: string[] = [];
    let failure: unknown;
    while (failure === undefined && ids.length < 500) {
      const content = `${ids.length} ${textOf(4_000)}`;
      failure = await archive.add(memoryOf(content)).then(
        ({ id }) => void ids.push(id),
        (error: unknown) => error,
      );
    }
    expect(storageProblem(failure)).toBe('full');
    expect(ids.length).toBeGreaterThan(3);
    expect(await archive.count()).toBe(ids.length);
    for (const id of ids.slice(0, -1)) expect(await archive.remove(id)).toBe(true);
    expect(await archive.add(memoryOf('there is room'))).toEqual({ id: expect.any(String) });
    await archive.fill();
    await archive.unfill();
    expect(storageProblem(await failureOf(archive.add(memoryOf(textOf(400_000)))))).toBe('full');
  });
});

describe('an archive of before the index of words', () => {
  it('is indexed when it is opened', async () => {
    const path = file('before.db');
    const before = await openStore<object>({
      url: `sqlite:${path}`,
      migrations: { '001_tables': { up: createOldTables }, '002_update': { up: async () => {} } },
    });
    const texts = [
      'We ship on Friday',
      '数据库部署流程',
      ...Array.from({ length: 600 }, (_, n) => `note ${n}`),
    ];
    for (const [at, text] of texts.entries()) {
      await sql`insert into memories (id, content, user_id, space, created_at)
        values (${`id-${at}`}, ${text}, 'alice', 'private:alice', '2026-01-01')`.execute(before.db);
    }
    await before.close();
    for (const _ of ['first', 'again']) {
      const archive = await openArchive({ database: path, now });
      expect(await archive.search({ query: 'when do we ship', top_k: 5 })).toMatchObject([
        { id: 'id-0' },
      ]);
      expect(await archive.search({ query: '部署', top_k: 5 })).toMatchObject([{ id: 'id-1' }]);
      expect(await archive.search({ query: '599', top_k: 5 })).toMatchObject([{ id: 'id-601' }]);
      await archive.close();
    }
    const after = await open(path);
    expect(await after.update('id-0', 'We ship on Monday')).toBe(true);
    expect(await after.search({ query: 'friday', top_k: 5 })).toEqual([]);
    expect(await after.remove('id-1')).toBe(true);
    expect(await after.search({ query: '部署', top_k: 5 })).toEqual([]);
  });
});

/** The tables of version 0.1.0. */
async function createOldTables(db: Kysely<unknown>) {
  for (const statement of [
    sql`create table memories (seq integer primary key autoincrement, id text not null unique, content text not null,
      user_id text not null, space text not null, kind text, metadata text, created_at text not null)`,
    sql`create table used_keys (key text primary key not null, memory_id text not null) without rowid`,
    sql`create table headroom (bytes blob not null)`,
    sql`create virtual table memory_texts using fts5(content, content='memories', content_rowid='seq', tokenize='trigram')`,
    sql`create trigger memories_added after insert on memories begin
      insert into memory_texts (rowid, content) values (new.seq, new.content); end`,
    sql`create trigger memories_removed after delete on memories begin
      insert into memory_texts (memory_texts, rowid, content) values ('delete', old.seq, old.content); end`,
    sql`create trigger memories_changed after update of content on memories begin
      insert into memory_texts (memory_texts, rowid, content) values ('delete', old.seq, old.content);
      insert into memory_texts (rowid, content) values (new.seq, new.content); end`,
  ]) {
    await statement.execute(db);
  }
}
