import { engram } from '@errata/catalogs/engram';
import { sql } from '@errata/store';
import { faultOf } from '@errata/testing';
import { expect, it } from 'vitest';
import type { NewOutboxRow } from './outbox.js';
import { describeLogbooks } from './testing/describe-logbooks.js';
import type { EngramAuditEvent } from './write-audit.js';

const EVENT: EngramAuditEvent = {
  correlation_id: 'corr-0123456789abcdef',
  actor: 'ann',
  tool: 'memory_store',
  action: 'redirect',
};
const ROW: NewOutboxRow = {
  idempotencyKey: 'key',
  payload: { content: 'x', user_id: 'ann', space: 'private:ann' },
  correlationId: EVENT.correlation_id,
};

describeLogbooks('the logbook', ({ dialect, open }) => {
  it('writes audit and outbox together or not at all', async () => {
    const { logbook } = await open();
    const store = (fail?: Error) =>
      logbook.transaction(async ({ audit, outbox }) => {
        const { id } = await outbox.enqueue(ROW);
        await audit.record({ ...EVENT, outbox_id: id });
        if (fail !== undefined) throw fail;
        return id;
      });
    const failure = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    await expect(store(failure)).rejects.toBe(failure);
    expect(await logbook.audit.recent({ limit: 10 })).toEqual([]);
    expect((await logbook.outbox.stats()).pending).toBe(0);
    const id = await store();
    expect(await logbook.audit.recent({ limit: 10 })).toMatchObject([{ outbox_id: id }]);
    expect(await logbook.outbox.find(id)).toMatchObject({ status: 'pending' });
  });

  it('throws on the faults of the work as they are', async () => {
    const { logbook } = await open();
    const fault = engram.POLICY_REJECT({ rule: 'unknown_space' });
    const failing = logbook.transaction(async ({ users }) => {
      await users.add({ id: 'ann' });
      throw fault;
    });
    await expect(failing).rejects.toBe(fault);
    expect(await logbook.users.find('ann')).toBeUndefined();
  });

  it('claims in a transaction, and gives the rows back if that fails', async () => {
    const { logbook } = await open();
    await logbook.outbox.enqueue(ROW);
    const lease = { workerId: 'w', limit: 1, leaseMs: 1_000 };
    const failing = logbook.transaction(async ({ outbox }) => {
      expect(await outbox.claim(lease)).toHaveLength(1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await logbook.outbox.claim(lease)).toHaveLength(1);
  });

  it('is complete from the start, and says what is missing', async () => {
    const { logbook, db } = await open();
    await expect(logbook.check()).resolves.toBeUndefined();
    await sql`alter table write_audit drop column rule`.execute(db);
    const failed = (check: string) => ({
      reason: 'LOGBOOK_DB_CHECK_FAILED',
      retryable: false,
      effect: 'none',
      context: { service: 'logbook', check },
    });
    expect(await faultOf(logbook.check())).toMatchObject(failed('column write_audit.rule'));
    await sql`drop table write_audit`.execute(db);
    expect(await faultOf(logbook.check())).toMatchObject(failed('table write_audit'));
  });

  it('reports a missing table or column, in a transaction too', async () => {
    const { logbook, db } = await open();
    await sql`alter table users drop column role`.execute(db);
    await sql`drop table write_audit`.execute(db);
    const checkOf = async (promise: Promise<unknown>) => {
      const fault = await faultOf(promise);
      expect(fault).toMatchObject({ reason: 'LOGBOOK_DB_CHECK_FAILED', retryable: false });
      const code = dialect === 'sqlite' ? { errcode: 1 } : { code: /^42(P01|703)$/ };
      expect(fault.cause).toMatchObject(
        'code' in code ? { code: expect.stringMatching(code.code) as unknown } : code,
      );
      return (fault.context as { check: string }).check;
    };
    expect(await checkOf(logbook.users.add({ id: 'ann' }))).toBe('column users.role');
    expect(await checkOf(logbook.transaction(({ users }) => users.add({ id: 'ann' })))).toBe(
      'column users.role',
    );
    await sql`alter table users add column role text`.execute(db);
    expect(await checkOf(logbook.audit.record(EVENT))).toBe('table write_audit');
    expect(await checkOf(logbook.audit.stats({ since: '' }))).toBe('table write_audit');
    const store = logbook.transaction(async ({ audit, outbox }) => {
      await outbox.enqueue(ROW);
      await audit.record(EVENT);
    });
    expect(await checkOf(store)).toBe('table write_audit');
    expect((await logbook.outbox.stats()).pending).toBe(0);
  });

  it('ignores failures that are not of the database', async () => {
    const { logbook } = await open();
    await expect(logbook.settings.set('policy_json', 1n, 'ann')).rejects.toThrow(TypeError);
  });

  it('refuses what comes after it is closed, and closes twice', async () => {
    const { logbook } = await open();
    await logbook.close();
    await logbook.close();
    const closed = {
      reason: 'LOGBOOK_DB_UNAVAILABLE',
      retryable: true,
      effect: 'none',
      context: { error_type: 'CLOSED' },
    };
    expect(await faultOf(logbook.users.list())).toMatchObject(closed);
    expect(await faultOf(logbook.transaction(async () => 1))).toMatchObject(closed);
    expect(await faultOf(logbook.check())).toMatchObject(closed);
  });
});
