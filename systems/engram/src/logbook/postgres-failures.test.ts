import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@errata/store';
import { startPostgres, type Postgres } from '@errata/testing/postgres';
import { faultOf } from '@errata/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLogbook, type Logbook } from './logbook.js';
import { openTestLogbook } from './testing/describe-logbooks.js';

const unavailable = (error_type: string, effect = 'none') => ({
  reason: 'LOGBOOK_DB_UNAVAILABLE',
  retryable: true,
  effect,
  context: { service: 'logbook', error_type },
});
const failed = (check: string) => ({
  reason: 'LOGBOOK_DB_CHECK_FAILED',
  retryable: false,
  context: { service: 'logbook', check },
});

describe('a logbook on PostgreSQL', () => {
  let server: Postgres;
  let evidenceFolder: string;
  beforeAll(async () => {
    server = await startPostgres();
    evidenceFolder = mkdtempSync(join(tmpdir(), 'errata-engram-'));
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(evidenceFolder, { recursive: true });
  });

  const openTwo = async () => {
    const url = await server.createDatabase();
    const [one, two] = [await openTestLogbook(url), await openTestLogbook(url)];
    const close = () => Promise.all([one.close(), two.close()]);
    return { logbook: one.logbook, db: one.db, other: two, url, close };
  };
  /** Until the other connection waits for a lock. */
  const untilBlocked = async (db: Awaited<ReturnType<typeof openTwo>>['db']) => {
    for (let n = 0; n < 10_000; n++) {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`.execute(db);
      if (rows[0] !== undefined) return rows[0].pid;
    }
    throw new Error('No session waits for a lock.');
  };

  it('that dies in a transaction is unavailable, the effect is unknown, and it is found again', async () => {
    const { logbook, close } = await openTwo();
    const torn = logbook.transaction(async ({ users }) => {
      await users.add({ id: 'ann' });
      await server.kill();
      await users.add({ id: 'bob' });
    });
    const fault = await faultOf(torn);
    expect(fault).toMatchObject({
      reason: 'LOGBOOK_DB_UNAVAILABLE',
      retryable: true,
      effect: 'unknown',
    });
    expect((fault.context as { error_type: string }).error_type).toMatch(
      /^(57P0[12]|08006|ECONNRESET|EPIPE)$/,
    );
    expect(await faultOf(logbook.users.list())).toMatchObject(unavailable('ECONNREFUSED'));
    expect(await faultOf(logbook.users.add({ id: 'ann' }))).toMatchObject(
      unavailable('ECONNREFUSED'),
    );
    expect(await faultOf(logbook.check())).toMatchObject(unavailable('ECONNREFUSED'));
    await server.restart();
    expect(await logbook.users.list()).toEqual([]);
    await close();
  });

  it('that is not there when it is opened is unavailable, and the password is not shown', async () => {
    const url = (await server.createDatabase()).replace('postgres@', 'postgres:hunter2@');
    await server.kill();
    const fault = await faultOf(openLogbook({ url, evidenceFolder }));
    await server.restart();
    expect(fault).toMatchObject(unavailable('ECONNREFUSED'));
    expect(`${fault.message} ${String(fault.cause)}`).not.toContain('hunter2');
  });

  it('that ends a connection is unavailable, and only a write may have had an effect', async () => {
    const terminated = async (work: (logbook: Logbook) => Promise<unknown>) => {
      const { logbook, db, other, close } = await openTwo();
      const fault = await other.db.transaction().execute(async (trx) => {
        await sql`lock table users in access exclusive mode`.execute(trx);
        const ended = faultOf(work(logbook));
        const pid = await untilBlocked(db);
        await sql`select pg_terminate_backend(${pid})`.execute(db);
        return ended;
      });
      await close();
      return fault;
    };
    const write = await terminated(({ users }) => users.add({ id: 'ann' }));
    expect(write).toMatchObject(unavailable('57P01', 'unknown'));
    expect(await terminated(({ users }) => users.list())).toMatchObject(unavailable('57P01'));
  });

  it('that cancels a statement is unavailable', async () => {
    const { logbook, db, other, close } = await openTwo();
    await logbook.users.add({ id: 'ann' });
    const fault = await other.logbook.transaction(async ({ users }) => {
      await users.setRole('ann', 'admin');
      const running = faultOf(logbook.users.setRole('ann', 'member'));
      const pid = await untilBlocked(db);
      await sql`select pg_cancel_backend(${pid})`.execute(db);
      return running;
    });
    expect(fault).toMatchObject(unavailable('57014'));
    await close();
  });

  it('that does not wait for a lock is unavailable', async () => {
    const { logbook, other, url, close } = await openTwo();
    await logbook.users.add({ id: 'ann' });
    const impatient = await openTestLogbook(`${url}?options=-c%20lock_timeout%3D10`);
    const fault = await other.logbook.transaction(async ({ users }) => {
      await users.setRole('ann', 'admin');
      return faultOf(impatient.logbook.users.setRole('ann', 'member'));
    });
    expect(fault).toMatchObject(unavailable('55P03'));
    await impatient.close();
    await close();
  });

  it('that cannot serialise two transactions is unavailable to one of them', async () => {
    const { logbook, url, close } = await openTwo();
    await logbook.users.add({ id: 'ann' });
    const strict = await openTestLogbook(
      `${url}?options=-c%20default_transaction_isolation%3Dserializable`,
    );
    const torn = strict.logbook.transaction(async ({ users }) => {
      await users.find('ann');
      await logbook.users.setRole('ann', 'admin');
      await users.setRole('ann', 'member');
    });
    expect(await faultOf(torn)).toMatchObject(unavailable('40001'));
    await strict.close();
    await close();
  });

  it('that has no connection left is unavailable', async () => {
    const { db, url, close } = await openTwo();
    await sql`create role small login connection limit 0`.execute(db);
    const crowded = openLogbook({ url: url.replace('postgres@', 'small@'), evidenceFolder });
    expect(await faultOf(crowded)).toMatchObject(unavailable('53300'));
    await close();
  });

  it('that only reads fails its check', async () => {
    const { url, close } = await openTwo();
    const options = '?options=-c%20default_transaction_read_only%3Don';
    expect(await faultOf(openLogbook({ url: url + options, evidenceFolder }))).toMatchObject(
      failed('database writable'),
    );
    await close();
  });

  it('fails its check where database, role or rights are missing', async () => {
    const { db, url, close } = await openTwo();
    const open = (changed: string) => faultOf(openLogbook({ url: changed, evidenceFolder }));
    expect(await open(`${url}_gone`)).toMatchObject(failed('database exists'));
    expect(await open(url.replace('postgres@', 'nobody@'))).toMatchObject(failed('credentials'));
    await sql`create role stranger login`.execute(db);
    expect(await open(url.replace('postgres@', 'stranger@'))).toMatchObject(failed('permissions'));
    await close();
  });

  it('that breaks the connection without a word is unavailable', async () => {
    const rude = createServer((socket) => socket.on('data', () => socket.end())).listen(
      0,
      '127.0.0.1',
    );
    await once(rude, 'listening');
    const { port } = rude.address() as AddressInfo;
    const fault = await faultOf(
      openLogbook({ url: `postgres://u@127.0.0.1:${port}/d`, evidenceFolder }),
    );
    expect(fault).toMatchObject(unavailable('08006'));
    rude.close();
    await once(rude, 'close');
  });
});
