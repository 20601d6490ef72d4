import { closing, runProgram } from '@errata/testing';
import { expect, it } from 'vitest';
import { PERFORM } from '../../lab/sim/published-servers.js';
import { describeLogbooks, START } from '../logbook/testing/describe-logbooks.js';
import { createOpenMemoryClient, startOpenMemory } from '../openmemory/index.js';
import { createDeliveryWorker } from './delivery-worker.js';

const keep = closing();

describeLogbooks('a worker that is killed between sending and noting', ({ open }) => {
  it.each([
    ['openmemory-js', { perform: PERFORM.js }],
    ['openmemory-py', { perform: PERFORM.py }],
    ['embedded', {}],
  ] as const)('loses nothing and doubles nothing: %s', async (dialect, protocol) => {
    const apiKey = 'key-of-openmemory';
    const server = keep(await startOpenMemory({ database: ':memory:', apiKey, ...protocol }));
    const { logbook, url, folder, advance } = await open();
    for (const content of ['alpha', 'beta']) {
      await logbook.outbox.enqueue({
        idempotencyKey: `key-${content}`,
        payload: { content, user_id: 'ann', space: 'private:ann' },
        correlationId: 'corr-0123456789abcdef',
      });
    }
    const added = () => server.requests.filter(({ path }) => path === '/memory/add').length;
    const program = new URL('./testing/crashing-worker.ts', import.meta.url);
    const args = [url, folder, String(Date.parse(START)), server.url, dialect, apiKey];
    expect(await runProgram(program, { args })).toMatchObject({ signal: 'SIGKILL' });
    expect(added()).toBe(1);

    const openMemory = keep(createOpenMemoryClient({ url: server.url, dialect, apiKey }));
    const worker = createDeliveryWorker({ logbook, openMemory, workerId: 'next' });
    expect(await worker.runOnce()).toEqual({ sent: 1, retried: 0, dead: 0 });
    expect(await logbook.outbox.find(1)).toMatchObject({ status: 'pending', attempts: 0 });
    advance(60_000);
    expect(await worker.runOnce()).toEqual({ sent: 1, retried: 0, dead: 0 });
    expect(added()).toBe(3);
    for (const [n, query] of ['alpha', 'beta'].entries()) {
      const found = await openMemory.search({ query, spaces: ['private:ann'], top_k: 9 });
      expect(found).toHaveLength(1);
      const row = await logbook.outbox.find(n + 1);
      expect(row).toMatchObject({ status: 'sent', memory_id: found[0]!.id });
    }
  });
});
