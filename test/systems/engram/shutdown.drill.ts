import { describeStores } from '@errata/testing/stores';
import { eventually } from '@errata/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drain } from './testing/drain.js';
import { findBrokenPromises, findDiscord, readArchive, readRecords } from './testing/judges.js';
import { openLab, type Gateway, type Lab } from './testing/lab.js';
import { argumentsOf, WRITERS } from './testing/run-writers.js';
import { store, type Reply } from './testing/store.js';

const ERAS = ['2025-11-25', '2026-07-28'] as const;
const TERMINATED = 143; // as shells have it: 128 and the number of the signal

describeStores('a gateway that ends in the middle of writes', ({ createUrl }) => {
  let lab: Lab;
  let gateway: Gateway;
  beforeEach(async () => {
    lab = await openLab(await createUrl());
    gateway = await lab.serve({ members: WRITERS });
  });
  afterEach(() => lab.close());

  const storeAll = async (numbers: readonly number[]) => {
    const wires = await Promise.all(numbers.map((n) => gateway.connect(ERAS[n % 2]!)));
    return numbers.map((n) => store(wires[n]!, argumentsOf(n)));
  };
  /** How many memories OpenMemory has. */
  const kept = async () => (await readArchive(lab.archive)).memories.length;

  it('because it was asked to finishes what is in progress, and says so to waiting callers', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => n);
    lab.openMemory.setDelay(1_000);
    const calls = await storeAll(numbers);
    await eventually(kept).toBe(numbers.length);
    gateway.signal('SIGTERM');
    const replies = new Map((await Promise.all(calls)).map((reply, n) => [n, reply]));
    expect([...replies.values()].map(({ kind }) => kind)).toEqual(numbers.map(() => 'stored'));
    expect(await gateway.ended).toBe(TERMINATED);
    const records = await readRecords(lab);
    expect(records.outbox.map(({ status }) => status)).toEqual(numbers.map(() => 'sent'));
    expect(findDiscord(records)).toEqual([]);
    expect(findBrokenPromises(replies, records)).toEqual([]);
  });

  it('because it was asked to, while more and more comes, keeps what it took', async () => {
    const replies = new Map<number, Reply>();
    let next = 0;
    const client = async (number: number): Promise<void> => {
      const wire = await gateway.connect(ERAS[number % 2]!);
      for (;;) {
        const n = next++;
        const reply = await store(wire, argumentsOf(n));
        replies.set(n, reply);
        if (reply.kind === 'lost' || reply.kind === 'refused') return;
        if (replies.size === 60) gateway.signal('SIGTERM');
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(client));
    expect(await gateway.ended).toBe(TERMINATED);
    expect(replies.size).toBeGreaterThanOrEqual(60);
    const records = await readRecords(lab);
    expect(findDiscord(records)).toEqual([]);
    expect(findBrokenPromises(replies, records)).toEqual([]);
    // Nothing was cut off in the middle: what it took, it finished.
    expect(records.outbox.filter(({ status }) => status !== 'sent')).toEqual([]);
  });

  it('by a kill after OpenMemory has it and before that is noted: the next one notes it', async () => {
    lab.openMemory.setDelay(20_000);
    const [call] = await storeAll([0]);
    await eventually(kept).toBe(1);
    await gateway.kill();
    expect(await call).toEqual({ kind: 'lost' });
    lab.openMemory.setDelay(0);

    const before = await readRecords(lab);
    const now = new Date().toISOString();
    expect(before.outbox).toMatchObject([
      { status: 'pending', attempts: 0, lease_owner: expect.stringMatching(/^store\//) as unknown },
    ]);
    expect(before.outbox[0]!.lease_until! > now).toBe(true);
    expect(before.audit.map(({ action }) => action)).toEqual(['redirect']);
    expect(before.usedKeys.map(({ key }) => key)).toEqual([before.outbox[0]!.idempotency_key]);
    expect(findDiscord(before)).toEqual([]);

    await drain(lab);
    const after = await readRecords(lab);
    expect(after.memories).toEqual(before.memories);
    expect(after.outbox).toMatchObject([{ status: 'sent', memory_id: before.memories[0]!.id }]);
    expect(after.audit.map(({ action }) => action)).toEqual(['redirect', 'done']);
    expect(findDiscord(after)).toEqual([]);
  });
});
