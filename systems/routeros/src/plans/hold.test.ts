import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../database/index.js';
import { createHold, HoldLost, LEASE, RENEWAL } from './hold.js';
import { createPlanRecords } from './plan-records.js';

const START = Date.parse('2026-01-01T00:00:00.000Z');

describe('the hold on a plan', () => {
  let store: Awaited<ReturnType<typeof openDatabase>>;
  let time: number;
  const now = () => time;
  const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
  const hold = () => createHold({ store, planId: 'plan-1', instanceId: 'one', now });
  const plan = async () => (await createPlanRecords(store).find('plan-1'))!;

  beforeEach(async () => {
    time = START;
    store = await openDatabase('sqlite::memory:');
    await createPlanRecords(store).insert(
      {
        id: 'plan-1',
        kind: 'static-route',
        status: 'approved',
        description: '',
        change: '{}',
        digest: '',
        created_by: 'ann',
        approved_by: 'bob',
        created_at: iso(START),
        approved_at: iso(START),
        expires_at: iso(START + 60_000),
        finished_at: null,
        executing_by: null,
        lease_until: null,
        failure: null,
      },
      ['dev-1'],
    );
  });
  afterEach(async () => {
    vi.useRealTimers();
    await store.close();
  });

  it('is renewed as long as it is not released', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const held = hold();
    expect(await held.take(['approved'])).toBe(true);
    expect((await plan()).lease_until).toBe(iso(START + LEASE));
    time += RENEWAL;
    vi.advanceTimersByTime(RENEWAL);
    expect((await plan()).lease_until).toBe(iso(START + RENEWAL + LEASE));
    held.release();
    time += RENEWAL;
    vi.advanceTimersByTime(10 * RENEWAL);
    expect((await plan()).lease_until).toBe(iso(START + RENEWAL + LEASE));
  });

  it('is not taken on a plan in another status, or past its end', async () => {
    const held = hold();
    expect(await held.take(['completed', 'failed'])).toBe(false);
    expect(await held.take(['approved'], iso(START + 60_000))).toBe(false);
    expect((await plan()).status).toBe('approved');
  });

  it('is of one execution, not of the process', async () => {
    const [first, second] = [hold(), hold()];
    await first.take(['approved']);
    expect(await second.take(['approved'])).toBe(false);
    const note = { state: 'applied', detail: null } as const;
    await expect(second.note('dev-1', note)).rejects.toBeInstanceOf(HoldLost);
    await expect(second.finish('completed', null)).rejects.toBeInstanceOf(HoldLost);
    expect(await plan()).toMatchObject({ status: 'executing', outcomes: [{ state: 'pending' }] });
    await first.note('dev-1', note);
    await first.finish('completed', null);
    first.release();
    expect(await plan()).toMatchObject({
      status: 'completed',
      executing_by: null,
      outcomes: [{ state: 'applied' }],
    });
  });
});
