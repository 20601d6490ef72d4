import { runProgram } from '@errata/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeLogbooks, START } from '../logbook/testing/describe-logbooks.js';
import { createDeliveryWorker } from './delivery-worker.js';
import { createMemoryClient } from './testing/memory-client.js';
import { startMemories, type Memories } from './testing/start-memories.js';

describeLogbooks('a worker that is killed between sending and noting', ({ open }) => {
  let memories: Memories;
  beforeEach(async () => {
    memories = await startMemories();
  });
  afterEach(() => memories.close());

  it('loses nothing and doubles nothing', async () => {
    const { logbook, url, folder, advance } = await open();
    for (const key of ['a', 'b']) {
      await logbook.outbox.enqueue({
        idempotencyKey: key,
        payload: { content: key, user_id: 'ann', space: 'private:ann' },
        correlationId: 'corr-0123456789abcdef',
      });
    }
    const program = new URL('./testing/crashing-worker.ts', import.meta.url);
    const args = [url, folder, memories.url, String(Date.parse(START))];
    expect(await runProgram(program, { args })).toMatchObject({ signal: 'SIGKILL' });
    expect([...memories.asked]).toEqual([['a', 1]]);

    const openMemory = createMemoryClient(memories.url);
    const worker = createDeliveryWorker({ logbook, openMemory, workerId: 'next' });
    expect(await worker.runOnce()).toEqual({ sent: 1, retried: 0, dead: 0 });
    expect(await logbook.outbox.find(1)).toMatchObject({ status: 'pending', attempts: 0 });
    advance(60_000);
    expect(await worker.runOnce()).toEqual({ sent: 1, retried: 0, dead: 0 });
    expect(Object.fromEntries(memories.asked)).toEqual({ a: 2, b: 1 });
    expect(memories.ids.size).toBe(2);
    expect(await logbook.outbox.list({ status: 'sent', limit: 10 })).toMatchObject([
      { idempotency_key: 'a', memory_id: memories.ids.get('a') },
      { idempotency_key: 'b', memory_id: memories.ids.get('b') },
    ]);
  });
});
