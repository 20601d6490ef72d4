import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from './index.js';
import { openCounters } from './testing/counters.js';
import { startPostgres, type Postgres } from '@errata/testing/postgres';

describe('a PostgreSQL server that dies', () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  it('fails the running statements, leaves the process alive, and is found again', async () => {
    const store = await openCounters(await server.createDatabase());
    const { db } = store;
    await db.insertInto('counters').values({ id: 'a', n: 1 }).execute();
    const read = () => db.selectFrom('counters').select(['id', 'n']).execute();
    // One connection in a transaction, several idle ones.
    await Promise.all([read(), read(), read()]);
    const torn: unknown = await db
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('counters').set({ n: 2 }).execute();
        await server.kill();
        await trx.updateTable('counters').set({ n: 3 }).execute();
      })
      .catch((error: unknown) => error);
    expect(torn).toBeInstanceOf(Error);
    const codeOfRead = () => read().then(String, (error: { code?: string }) => error.code);
    // An idle connection may not have noticed it yet.
    await expect.poll(codeOfRead).toBe('ECONNREFUSED');

    await server.restart();
    expect(await read()).toEqual([{ id: 'a', n: 1 }]);
    await store.close();
  });

  it('fails the running statement with the code of the server', async () => {
    const store = await openCounters(await server.createDatabase());
    const other = await openCounters(await server.createDatabase());
    const running = store.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await Promise.all([
        sql`select pg_sleep(60)`.execute(trx),
        sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other.db),
      ]);
    });
    await expect(running).rejects.toMatchObject({ code: '57P01' });
    await Promise.all([store.close(), other.close()]);
  });

  it('fails the opening of a store, without its password in the error', async () => {
    const url = (await server.createDatabase()).replace('postgres@', 'postgres:hunter2@');
    await server.kill();
    const error: unknown = await openCounters(url).catch((e: unknown) => e);
    await server.restart();
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    expect(String(error)).not.toContain('hunter2');
  });
});
