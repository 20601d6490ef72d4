import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../database/open-database.js';
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
      [{ device_id: 'dev-1', warning: null }],
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

  describe('where the database is gone', () => {
    const rename = (from: 'plan_outcomes' | 'lost', to: string) =>
      store.db.schema.alterTable(from).renameTo(to).execute();

    it('keeps what was done until it is back', async () => {
      const held = hold();
      await held.take(['approved']);
      await rename('plan_outcomes', 'lost');
      await held.keep('dev-1', { state: 'failed', detail: 'first', before: { a: 'b' } });
      await held.keep('dev-1', { state: 'rolled_back', detail: 'then' });
      const refused = held.note('dev-1', { state: 'applying', detail: null });
      await expect(refused).rejects.toMatchObject({ reason: 'INTERNAL_ERROR', effect: 'none' });
      const finished = held.finish('rolled_back', 'why');
      await rename('lost', 'plan_outcomes');
      await finished;
      held.release();
      expect(await plan()).toMatchObject({
        status: 'rolled_back',
        failure: 'why',
        outcomes: [{ state: 'rolled_back', detail: 'then', before: '{"a":"b"}' }],
      });
    });

    it('waits no longer than its patience, or than it is held', async () => {
      const hasty = createHold({ store, planId: 'plan-1', instanceId: 'one', now, patience: 0 });
      await hasty.take(['approved']);
      await hasty.keep('dev-1', { state: 'applied', detail: null });
      await rename('plan_outcomes', 'lost');
      await hasty.keep('dev-1', { state: 'rolled_back', detail: null });
      await expect(hasty.finish('rolled_back', null)).rejects.toThrow('plan_outcomes');
      await rename('lost', 'plan_outcomes');
      expect((await plan()).status).toBe('executing');
      hasty.release();
    });

    it('ends with its release', async () => {
      const held = hold();
      await held.take(['approved']);
      await rename('plan_outcomes', 'lost');
      await held.keep('dev-1', { state: 'rolled_back', detail: null });
      const finished = held.finish('rolled_back', null);
      held.release();
      await expect(finished).rejects.toThrow('plan_outcomes');
      await rename('lost', 'plan_outcomes');
    });
  });

  it('is given up as failed while work on it goes on', async () => {
    const held = hold();
    await held.take(['approved']);
    await held.note('dev-1', { state: 'applying', detail: null, before: {} });
    held.release();
    await held.abandon('the end');
    expect(await plan()).toMatchObject({ status: 'failed', failure: 'the end' });
    const note = { state: 'applied', detail: null } as const;
    await expect(held.keep('dev-1', note)).rejects.toBeInstanceOf(HoldLost);
    await held.abandon('again');
    expect((await plan()).failure).toBe('the end');
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
