import { expect, it } from 'vitest';
import type { NewOutboxRow } from './outbox.js';
import { describeLogbooks, SECRET, START } from './testing/describe-logbooks.js';

const row = (n: number): NewOutboxRow => ({
  idempotencyKey: `key-${n}`,
  payload: { content: `memory ${n}`, user_id: 'ann', space: 'private:ann' },
  correlationId: 'corr-0123456789abcdef',
});
const LEASE = { workerId: 'w', limit: 10, leaseMs: 60_000 };

describeLogbooks('the outbox', ({ open, createUrl }) => {
  it('keeps one row per key', async () => {
    const { outbox } = (await open()).logbook;
    const put = await Promise.all(Array.from({ length: 20 }, (_, n) => outbox.enqueue(row(n % 2))));
    expect(put.filter(({ created }) => created)).toHaveLength(2);
    expect(new Set(put.map(({ id }) => id)).size).toBe(2);
    expect((await outbox.stats()).pending).toBe(2);
  });

  it('gives each row to one taker, oldest first', async () => {
    const { outbox } = (await open()).logbook;
    for (const n of [1, 2, 3, 4, 5]) await outbox.enqueue(row(n));
    const first = await outbox.claim({ ...LEASE, limit: 2 });
    expect(first.map((claim) => claim.idempotency_key)).toEqual(['key-1', 'key-2']);
    expect(first[0]).toMatchObject({
      payload: row(1).payload,
      status: 'pending',
      attempts: 0,
      lease_owner: expect.stringMatching(/^w\/[0-9a-f]{12}$/) as unknown,
      lease_until: '2026-01-01T00:01:00.000Z',
      correlation_id: 'corr-0123456789abcdef',
    });
    const second = await outbox.claim(LEASE);
    expect(second.map((claim) => claim.idempotency_key)).toEqual(['key-3', 'key-4', 'key-5']);
    expect(await outbox.claim(LEASE)).toEqual([]);
  });

  it('gives a row to another one when its lease has ended, and then the first cannot end it', async () => {
    const { logbook, advance } = await open();
    const { outbox } = logbook;
    await outbox.enqueue(row(1));
    const [stalled] = await outbox.claim(LEASE);
    advance(59_999);
    expect(await outbox.claim(LEASE)).toEqual([]);
    advance(1);
    // Of the same name: a worker that was stopped and started again.
    const [taken] = await outbox.claim(LEASE);
    expect(taken?.id).toBe(stalled?.id);
    expect(await outbox.ack(stalled!, 'm-stalled')).toBe(false);
    expect(await outbox.retry(stalled!, { error: 'x', delay: 0 })).toBe(false);
    expect(await outbox.bury(stalled!, 'x')).toBe(false);
    expect(await outbox.ack(taken!, 'm-taken')).toBe(true);
    expect(await outbox.find(taken!.id)).toMatchObject({
      status: 'sent',
      memory_id: 'm-taken',
      lease_owner: null,
      lease_until: null,
    });
    expect(await outbox.ack(taken!, 'again')).toBe(false);
  });

  it('lets the holder end a row late, if no other worker has taken it', async () => {
    const { logbook, advance } = await open();
    await logbook.outbox.enqueue(row(1));
    const [claim] = await logbook.outbox.claim(LEASE);
    advance(600_000);
    expect(await logbook.outbox.ack(claim!, 'm')).toBe(true);
  });

  it('gives a row again after the delay, with one more attempt', async () => {
    const { logbook, advance } = await open();
    const { outbox } = logbook;
    const { id } = await outbox.enqueue(row(1));
    const [claim] = await outbox.claim(LEASE);
    expect(await outbox.retry(claim!, { error: `key ${SECRET}\0`, delay: 90_000 })).toBe(true);
    expect(await outbox.find(id)).toMatchObject({
      status: 'pending',
      attempts: 1,
      last_error: 'key [REDACTED]',
      next_attempt_at: '2026-01-01T00:01:30.000Z',
      lease_owner: null,
    });
    advance(89_999);
    expect(await outbox.claim(LEASE)).toEqual([]);
    advance(1);
    expect(await outbox.claim(LEASE)).toMatchObject([{ id, attempts: 1 }]);
  });

  it('never gives what is dead or sent, and lists it', async () => {
    const { logbook, advance } = await open();
    const { outbox } = logbook;
    await outbox.enqueue(row(1));
    await outbox.enqueue(row(2));
    const [one, two] = await outbox.claim(LEASE);
    await outbox.bury(one!, 'no more');
    await outbox.ack(two!, 'm2');
    advance(86_400_000);
    expect(await outbox.claim(LEASE)).toEqual([]);
    expect(await outbox.list({ status: 'dead', limit: 10 })).toMatchObject([
      { id: one!.id, attempts: 1, last_error: 'no more', memory_id: null },
    ]);
    expect(await outbox.list({ status: 'sent', limit: 10 })).toMatchObject([{ memory_id: 'm2' }]);
    expect(await outbox.list({ status: 'pending', limit: 10 })).toEqual([]);
  });

  it('gives no row to two, however many ask at once', async () => {
    const url = await createUrl();
    const stores = await Promise.all([open(url), open(url), open(url)]);
    for (let n = 0; n < 60; n++) await stores[0]!.logbook.outbox.enqueue(row(n));
    const claims = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        stores[n % 3]!.logbook.outbox.claim({ ...LEASE, workerId: `w${n}`, limit: 4 }),
      ),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await stores[0]!.logbook.outbox.claim({ ...LEASE, limit: 100 });
    expect(ids.length + rest.length).toBe(60);
  });

  it('survives a payload that is not JSON', async () => {
    const { logbook, db } = await open();
    const { id } = await logbook.outbox.enqueue(row(1));
    await logbook.outbox.enqueue(row(2));
    await db.updateTable('outbox_memory').set({ payload: '{' }).where('id', '=', id).execute();
    const claims = await logbook.outbox.claim(LEASE);
    expect(claims.map(({ payload }) => payload)).toEqual([undefined, row(2).payload]);
  });

  it('counts by status and attempts, and knows how old the oldest is', async () => {
    const { logbook, advance } = await open();
    const { outbox } = logbook;
    expect(await outbox.stats()).toEqual({
      ...{ pending: 0, held: 0, sent: 0, kept: 0, dead: 0, next_try_at: null },
      oldest_pending_seconds: null,
      attempts: [],
    });
    for (const n of [1, 2, 3]) await outbox.enqueue(row(n));
    const [one, two, three] = await outbox.claim(LEASE);
    await outbox.ack(one!, 'm');
    await outbox.retry(two!, { error: 'x', delay: 1 });
    await outbox.bury(three!, 'x');
    advance(90_500);
    await outbox.enqueue(row(4));
    expect(await outbox.stats()).toEqual({
      ...{ pending: 2, held: 0, sent: 1, kept: 0, dead: 1 },
      next_try_at: new Date(Date.parse(START) + 1).toISOString(),
      oldest_pending_seconds: 91,
      attempts: [
        { attempts: 0, pending: 1, held: 0, sent: 1, kept: 0, dead: 0 },
        { attempts: 1, pending: 1, held: 0, sent: 0, kept: 0, dead: 1 },
      ],
    });
    expect((await outbox.find(4))?.created_at).not.toBe(START);
  });
});
