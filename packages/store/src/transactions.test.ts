import { expect, it } from 'vitest';
import { sql } from './index.js';
import { openCounters } from './testing/counters.js';
import { describeStores } from '@errata/testing/stores';

const increment = sql`update counters set n = n + 1 where id = 'a'`;

describeStores('transactions', ({ dialect, createUrl }) => {
  const open = async (url?: string) => {
    const store = await openCounters(url ?? (await createUrl()));
    return { ...store, value: () => valueOf(store.db) };
  };
  const valueOf = async (db: Awaited<ReturnType<typeof openCounters>>['db']) =>
    (await db.selectFrom('counters').select('n').where('id', '=', 'a').executeTakeFirst())?.n;

  it('lose nothing, a hundred at once', async () => {
    const store = await open();
    await store.db.insertInto('counters').values({ id: 'a', n: 0 }).execute();
    const one = () =>
      store.db.transaction().execute(async (trx) => {
        await increment.execute(trx);
        await trx.selectFrom('counters').selectAll().execute();
        await increment.execute(trx);
      });
    await Promise.all(Array.from({ length: 100 }, one));
    expect(await store.value()).toBe(200);
    await store.close();
  });

  it('lose nothing if several stores write to one database', async () => {
    const url = await createUrl();
    const stores = await Promise.all([open(url), open(url), open(url)]);
    await stores[0]!.db.insertInto('counters').values({ id: 'a', n: 0 }).execute();
    const one = (n: number) =>
      stores[n % 3]!.db.transaction().execute(async (trx) => {
        await trx.selectFrom('counters').selectAll().execute();
        await increment.execute(trx);
      });
    await Promise.all(Array.from({ length: 60 }, (_, n) => one(n)));
    expect(await stores[1]!.value()).toBe(60);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('are not needed for single statements, also those that return rows', async () => {
    const url = await createUrl();
    const stores = await Promise.all([open(url), open(url), open(url)]);
    await stores[0]!.db.insertInto('counters').values({ id: 'a', n: 0 }).execute();
    const answering = sql<{ n: number }>`update counters set n = n + 1 where id = 'a' returning n`;
    const one = async (n: number) => {
      const { db } = stores[n % 3]!;
      if (n % 2 === 0) return (await answering.execute(db)).rows[0]!.n;
      return db.transaction().execute(async (trx) => (await answering.execute(trx)).rows[0]!.n);
    };
    const seen = await Promise.all(Array.from({ length: 60 }, (_, n) => one(n)));
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('are rolled back by the error that ended them, without other statements', async () => {
    const store = await open();
    await store.db.insertInto('counters').values({ id: 'a', n: 0 }).execute();
    const failure = new Error('no');
    const failing = store.db.transaction().execute(async (trx) => {
      await increment.execute(trx);
      throw failure;
    });
    // Sent while the transaction is open: it must not become a part of it.
    const beside = store.db.insertInto('counters').values({ id: 'b', n: 0 }).execute();
    await expect(failing).rejects.toBe(failure);
    await beside;
    expect(
      await store.db.selectFrom('counters').select(['id', 'n']).orderBy('id').execute(),
    ).toEqual([
      { id: 'a', n: 0 },
      { id: 'b', n: 0 },
    ]);
    await store.close();
  });

  it('report the failure of the statement, not that of the rollback', async () => {
    const store = await open();
    const failing = store.db.transaction().execute(async (trx) => {
      await sql`insert into counters (id, n) values ('a', null)`.execute(trx);
    });
    const notNull = dialect === 'sqlite' ? { errcode: 1299 } : { code: '23502' };
    await expect(failing).rejects.toMatchObject(notNull);
    expect(await store.value()).toBeUndefined();
    await store.close();
  });

  it('show others nothing before they end', async () => {
    const url = await createUrl();
    const [writer, reader] = await Promise.all([open(url), open(url)]);
    await writer.db.insertInto('counters').values({ id: 'a', n: 0 }).execute();
    await writer.db.transaction().execute(async (trx) => {
      await increment.execute(trx);
      expect(await reader.value()).toBe(0);
    });
    expect(await reader.value()).toBe(1);
    await Promise.all([writer.close(), reader.close()]);
  });
});
