import { EventEmitter, once } from 'node:events';
import { engram } from '@errata/catalogs/engram';
import { expect, it } from 'vitest';
import type { Logbook } from '../logbook/logbook.js';
import { describeLogbooks, SECRET } from '../logbook/testing/describe-logbooks.js';
import type { MemorySender } from './deliver.js';
import { createDeliveryWorker } from './delivery-worker.js';

const fill = async ({ outbox }: Pick<Logbook, 'outbox'>, count: number) => {
  for (let n = 1; n <= count; n++) {
    await outbox.enqueue({
      idempotencyKey: `key-${n}`,
      payload: { content: `memory ${n}`, user_id: 'ann', space: 'private:ann' },
      correlationId: `corr-${n}`,
    });
  }
};
const failing = (error: unknown): MemorySender => ({ add: () => Promise.reject(error) });
const DOWN = engram.OPENMEMORY_CONNECTION_FAILED({ error_type: 'ECONNREFUSED' });

describeLogbooks('the worker of the outbox', ({ dialect, open, createUrl }) => {
  const start = async (openMemory: MemorySender, url?: string, patience?: number) => {
    const opened = await open(url);
    const random = () => 0.5;
    const worker = createDeliveryWorker({
      ...{ ...opened, openMemory, workerId: 'w', random },
      ...(patience !== undefined && { patience }),
    });
    return { ...opened, worker, outbox: opened.logbook.outbox };
  };

  it('sends a batch with the key of each row, and notes the ids', async () => {
    const seen: unknown[] = [];
    const { worker, logbook, outbox } = await start({
      async add(memory, key) {
        seen.push([memory, key]);
        return { id: `m-${key}` };
      },
    });
    await fill(logbook, 12);
    expect(await worker.runOnce()).toEqual({ sent: 10, retried: 0, dead: 0 });
    expect(seen[0]).toEqual([
      { content: 'memory 1', user_id: 'ann', space: 'private:ann' },
      'key-1',
    ]);
    expect(await worker.runOnce()).toEqual({ sent: 2, retried: 0, dead: 0 });
    expect(await worker.runOnce()).toEqual({ sent: 0, retried: 0, dead: 0 });
    expect(seen).toHaveLength(12);
    expect(await outbox.find(12)).toMatchObject({ status: 'sent', memory_id: 'm-key-12' });
  });

  it('tries as long as it may, each after a longer time, and then gives up', async () => {
    const patience = 15 * 60_000;
    const { worker, logbook, outbox, advance } = await start(failing(DOWN), undefined, patience);
    await fill(logbook, 1);
    for (const [attempts, delay] of [60_000, 120_000, 240_000, 480_000].entries()) {
      expect(await worker.runOnce()).toEqual({ sent: 0, retried: 1, dead: 0 });
      expect(await outbox.find(1)).toMatchObject({
        status: 'pending',
        attempts: attempts + 1,
        last_error: 'OPENMEMORY_CONNECTION_FAILED: No connection to OpenMemory',
        lease_owner: null,
      });
      advance(delay - 1);
      expect(await worker.runOnce()).toEqual({ sent: 0, retried: 0, dead: 0 });
      advance(1);
    }
    expect(await worker.runOnce()).toEqual({ sent: 0, retried: 0, dead: 1 });
    expect(await outbox.find(1)).toMatchObject({ status: 'dead', attempts: 5 });
    advance(86_400_000);
    expect(await worker.runOnce()).toEqual({ sent: 0, retried: 0, dead: 0 });
  });

  it('gives up at once on what is refused for good, and not on a refused key', async () => {
    const { worker, logbook, outbox } = await start({
      async add(_, key) {
        throw engram.OPENMEMORY_API_ERROR({ status: key === 'key-1' ? 413 : 401 });
      },
    });
    await fill(logbook, 2);
    expect(await worker.runOnce()).toEqual({ sent: 0, retried: 1, dead: 1 });
    expect(await outbox.find(1)).toMatchObject({
      status: 'dead',
      attempts: 1,
      last_error: 'OPENMEMORY_API_ERROR: OpenMemory returned an error: 413',
    });
    expect(await outbox.find(2)).toMatchObject({ status: 'held', attempts: 0 });
  });

  it('tries again after an exception, without its text', async () => {
    const { worker, logbook, outbox } = await start(failing(new TypeError(SECRET)));
    await fill(logbook, 1);
    expect(await worker.runOnce()).toEqual({ sent: 0, retried: 1, dead: 0 });
    expect((await outbox.find(1))?.last_error).toBe('Unexpected TypeError');
  });

  it('buries a payload that is not JSON, and sends the others', async () => {
    const { worker, logbook, db, outbox } = await start({ add: async () => ({ id: 'm' }) });
    await fill(logbook, 2);
    await db.updateTable('outbox_memory').set({ payload: '{' }).where('id', '=', 1).execute();
    expect(await worker.runOnce()).toEqual({ sent: 1, retried: 0, dead: 1 });
    expect((await outbox.find(1))?.last_error).toBe('The stored payload is not JSON');
  });

  it('does not end a row that was taken from it while it was sending', async () => {
    const url = await createUrl();
    const second = await start({ add: async () => ({ id: 'of-the-second' }) }, url);
    const first = await start(
      {
        async add() {
          second.advance(60_000);
          expect(await second.worker.runOnce()).toEqual({ sent: 1, retried: 0, dead: 0 });
          return { id: 'of-the-first' };
        },
      },
      url,
    );
    await fill(first.logbook, 1);
    expect(await first.worker.runOnce()).toEqual({ sent: 0, retried: 0, dead: 0 });
    expect(await first.outbox.find(1)).toMatchObject({ memory_id: 'of-the-second', attempts: 0 });
  });

  it('calls onSettled in the transaction that ends the row', async () => {
    const { logbook, db } = await open();
    await fill(logbook, 2);
    let broken = true;
    const worker = createDeliveryWorker({
      logbook,
      workerId: 'w',
      openMemory: {
        async add(_, key) {
          if (key === 'key-2') throw engram.OPENMEMORY_API_ERROR({ status: 400 });
          return { id: 'm1' };
        },
      },
      async onSettled({ audit }, row, settlement) {
        const about = { correlation_id: row.correlation_id, actor: 'outbox', outbox_id: row.id };
        const action = settlement.status === 'sent' ? 'done' : 'dead';
        await audit.record({ ...about, tool: 'memory_store', action });
        if (broken) throw new Error('no');
      },
    });
    await expect(worker.runOnce()).rejects.toThrow('no');
    expect(await logbook.outbox.stats()).toMatchObject({ pending: 2 });
    expect(await logbook.audit.recent({ limit: 10 })).toEqual([]);
    broken = false;
    await db.updateTable('outbox_memory').set({ lease_until: null }).execute();
    expect(await worker.runOnce()).toEqual({ sent: 1, retried: 0, dead: 1 });
    expect((await logbook.audit.stats({ since: '' })).actions).toEqual({ dead: 1, done: 1 });
  });

  it('works by itself from start to stop, also after a failure of the logbook', async () => {
    const { logbook } = await open();
    await fill(logbook, 25);
    const events = new EventEmitter();
    const drained = once(events, 'drained');
    const errors: unknown[] = [];
    let failures = 1;
    let sent = 0;
    const worker = createDeliveryWorker({
      workerId: 'w',
      interval: 1,
      onError: (error) => errors.push(error),
      logbook: {
        ...logbook,
        outbox: {
          ...logbook.outbox,
          claim: (options) =>
            failures-- > 0 ? Promise.reject(DOWN) : logbook.outbox.claim(options),
        },
      },
      openMemory: {
        async add(_, key) {
          if (++sent === 25) events.emit('drained');
          return { id: key };
        },
      },
    });
    worker.start();
    worker.start();
    await drained;
    await worker.stop();
    expect(errors).toEqual([DOWN]);
    expect(await logbook.outbox.stats()).toMatchObject({ pending: 0, sent: 25 });
    await fill(logbook, 26);
    await worker.stop();
    expect(await logbook.outbox.stats()).toMatchObject({ pending: 1, sent: 25 });
    const again = once(events, 'drained');
    sent = 24;
    worker.start();
    await again;
    await worker.stop();
    expect(await logbook.outbox.stats()).toMatchObject({ pending: 0, sent: 26 });
  });

  it('that is asked to hurry sends before it stops', async () => {
    const { worker, logbook } = await start({ add: async (_, key) => ({ id: `m-${key}` }) });
    worker.start();
    await fill(logbook, 3);
    worker.hurry();
    await worker.stop();
    expect(await logbook.outbox.stats()).toMatchObject({ pending: 0, sent: 3 });
  });

  it('sends every row exactly once, with three workers', async () => {
    const url = await createUrl();
    const opened = await Promise.all([open(url), open(url), open(url)]);
    const rows = dialect === 'postgres' ? 500 : 60;
    await opened[0]!.logbook.transaction((parts) => fill(parts, rows));
    const sent = new Map<string, number>();
    const byWorker = await Promise.all(
      opened.map(async ({ logbook }, index) => {
        const worker = createDeliveryWorker({
          logbook,
          workerId: `w${index}`,
          batch: 7,
          openMemory: {
            async add(_, key) {
              sent.set(key, (sent.get(key) ?? 0) + 1);
              return { id: `m-${key}` };
            },
          },
        });
        let own = 0;
        while ((await logbook.outbox.stats()).pending > 0) own += (await worker.runOnce()).sent;
        return own;
      }),
    );
    expect(sent.size).toBe(rows);
    expect([...sent.values()].every((count) => count === 1)).toBe(true);
    expect(byWorker.reduce((sum, own) => sum + own, 0)).toBe(rows);
    const { outbox } = opened[0]!.logbook;
    expect(await outbox.stats()).toMatchObject({ pending: 0, sent: rows, dead: 0 });
    const kept = await outbox.list({ status: 'sent', limit: 1_000 });
    expect(kept.every((row) => row.memory_id === `m-${row.idempotency_key}`)).toBe(true);
  });
});
