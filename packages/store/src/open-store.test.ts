import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COUNTER_MIGRATIONS, openCounters } from './testing/counters.js';
import { describeStores } from '@errata/testing/stores';
import { openStore, sql } from './index.js';

describeStores('a store', ({ dialect, createUrl }) => {
  it('says what it is', async () => {
    const store = await openCounters(await createUrl());
    expect(store.dialect).toBe(dialect);
    await store.close();
  });

  it('returns the number of changed rows, and the written rows if asked', async () => {
    const store = await openCounters(await createUrl());
    const { db } = store;
    const added = await db
      .insertInto('counters')
      .values([
        { id: 'a', n: 1, label: 'x' },
        { id: 'b', n: 2 },
      ])
      .returning(['id', 'label'])
      .execute();
    expect(added).toEqual([
      { id: 'a', label: 'x' },
      { id: 'b', label: null },
    ]);
    const updated = await db.updateTable('counters').set({ n: 3 }).executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(2n);
    const none = await db.deleteFrom('counters').where('id', '=', 'zz').executeTakeFirst();
    expect(none.numDeletedRows).toBe(0n);
    await store.close();
  });

  it('returns counts and sums as numbers, and rejects one that is not exact', async () => {
    const store = await openCounters(await createUrl());
    const { db } = store;
    await db.insertInto('counters').values({ id: 'a', n: Number.MAX_SAFE_INTEGER }).execute();
    const { rows } =
      await sql`select n, (select count(*) from counters) as c from counters`.execute(db);
    expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER, c: 1 }]);
    await expect(sql`select n + 1 as more from counters`.execute(db)).rejects.toThrow('too large');
    await store.close();
  });

  it('passes database errors through unchanged', async () => {
    const store = await openCounters(await createUrl());
    const error: unknown = await sql`select * from nowhere`
      .execute(store.db)
      .catch((e: unknown) => e);
    const expected = dialect === 'sqlite' ? { errcode: 1 } : { code: '42P01' };
    expect(error).toMatchObject(expected);
    await store.close();
  });

  it('finishes running queries before it closes, and rejects later ones', async () => {
    const url = await createUrl();
    const store = await openCounters(url);
    const { db } = store;
    const begun = Array.from({ length: 5 }, (_, n) =>
      db
        .insertInto('counters')
        .values({ id: `c${n}`, n })
        .execute(),
    );
    await Promise.all([...begun, db.selectFrom('counters').selectAll().execute()]);
    await Promise.all([store.close(), store.close()]);
    await store.close();
    await expect(db.selectFrom('counters').selectAll().execute()).rejects.toThrow('destroyed');
    const again = await openCounters(url);
    expect(await again.db.selectFrom('counters').select('id').execute()).toHaveLength(5);
    await again.close();
  });
});

describe('a store in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('makes folder and files that only their owner can read', async () => {
    const store = await openCounters(`sqlite:${join(folder, 'new/deep/file.db')}`);
    expect(modeOf(join(folder, 'new'))).toBe('700');
    expect(modeOf(join(folder, 'new/deep'))).toBe('700');
    const files = readdirSync(join(folder, 'new/deep')).sort();
    expect(files).toEqual(['file.db', 'file.db-shm', 'file.db-wal']);
    expect(files.map((name) => modeOf(join(folder, 'new/deep', name)))).toEqual([
      '600',
      '600',
      '600',
    ]);
    await store.close();
  });

  it('takes a plain path, and one with three slashes', async () => {
    const path = join(folder, 'a.db');
    const store = await openCounters(path);
    await store.db.insertInto('counters').values({ id: 'a', n: 1 }).execute();
    await store.close();
    const again = await openCounters(`sqlite://${path}`);
    expect(await again.db.selectFrom('counters').select('n').execute()).toEqual([{ n: 1 }]);
    await again.close();
  });

  it('uses a write-ahead log, waits for the disk, and enforces foreign keys', async () => {
    const { db, close } = await openCounters(join(folder, 'a.db'));
    const read = async (name: string) => {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
      return Object.values(rows[0]!)[0];
    };
    expect(await read('journal_mode')).toBe('wal');
    expect(await read('synchronous')).toBe(2);
    expect(await read('foreign_keys')).toBe(1);
    await close();
  });

  it('fails on a file that is not a database, with the code of SQLite', async () => {
    const path = join(folder, 'a.db');
    writeFileSync(path, 'this is a letter to my aunt, and no database at all. '.repeat(30));
    await expect(openCounters(path)).rejects.toMatchObject({ errcode: 26 });
  });

  it('gives up on a file that another process keeps locked', async () => {
    const path = join(folder, 'a.db');
    const holder = await openCounters(path);
    const other = await openStore({ url: path, migrations: COUNTER_MIGRATIONS, busyTimeout: 20 });
    await holder.db.transaction().execute(async () => {
      for (const statement of [sql`delete from counters`, sql`delete from counters returning id`]) {
        await expect(statement.execute(other.db)).rejects.toMatchObject({ errcode: 5 });
      }
    });
    await expect(sql`delete from counters`.execute(other.db)).resolves.toBeDefined();
    await Promise.all([holder.close(), other.close()]);
  });
});

describe('a store in memory', () => {
  it.each(['sqlite::memory:', ':memory:'])(
    'is another one with every opening of %s',
    async (url) => {
      const [a, b] = await Promise.all([openCounters(url), openCounters(url)]);
      await a.db.insertInto('counters').values({ id: 'a', n: 1 }).execute();
      expect(await b.db.selectFrom('counters').selectAll().execute()).toEqual([]);
      await Promise.all([a.close(), b.close()]);
    },
  );
});
