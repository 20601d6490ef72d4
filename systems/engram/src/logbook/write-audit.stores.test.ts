import { expect, it } from 'vitest';
import { describeLogbooks, SECRET, START } from './testing/describe-logbooks.js';
import type { EngramAuditEvent } from './write-audit.js';

const EVENT: EngramAuditEvent = {
  correlation_id: 'corr-0123456789abcdef',
  actor: 'ann',
  tool: 'memory_store',
  action: 'allow',
};

describeLogbooks('the write audit', ({ open }) => {
  it('gives back what was recorded, newest first, and nothing that was not', async () => {
    const { audit } = (await open()).logbook;
    const whole: EngramAuditEvent = {
      ...EVENT,
      action: 'redirect',
      space: 'private:ann',
      reason: 'OPENMEMORY_UNAVAILABLE',
      rule: 'team_write_disabled',
      memory_id: 'm1',
      outbox_id: 7,
      evidence: [{ sha256: 'ab', note: 'zero\0byte' }],
      detail: 'It waits in the outbox.',
    };
    expect(await audit.record(EVENT)).toBe(1);
    expect(await audit.record(whole)).toBe(2);
    expect(await audit.recent({ limit: 10 })).toEqual([
      { id: 2, at: START, ...whole },
      { id: 1, at: START, ...EVENT },
    ]);
    expect(await audit.recent({ limit: 1 })).toHaveLength(1);
  });

  it('is read by request', async () => {
    const { audit } = (await open()).logbook;
    await audit.record(EVENT);
    await audit.record({ ...EVENT, correlation_id: 'corr-other' });
    await audit.record({ ...EVENT, action: 'done' });
    const found = await audit.recent({ limit: 10, correlationId: EVENT.correlation_id });
    expect(found.map(({ action }) => action)).toEqual(['done', 'allow']);
  });

  it('takes secrets out before it cuts, and what the databases cannot keep', async () => {
    const { audit } = (await open()).logbook;
    const record = async (event: Partial<EngramAuditEvent>) => {
      await audit.record({ ...EVENT, ...event });
      return (await audit.recent({ limit: 1 }))[0]!;
    };
    expect((await record({ detail: `with ${SECRET} in it` })).detail).toBe('with [REDACTED] in it');
    expect((await record({ detail: `${'x'.repeat(490)} ${SECRET}` })).detail).not.toContain('open');
    expect((await record({ evidence: { note: `see ${SECRET}` } })).evidence).toEqual({
      note: 'see [REDACTED]',
    });
    expect((await record({ actor: 'a\0nn' })).actor).toBe('ann');
    expect((await record({ actor: 'a'.repeat(5_000) })).actor).toHaveLength(500);
  });

  it('counts per action, reason and hour from a time on', async () => {
    const { logbook, advance } = await open();
    const { audit } = logbook;
    await audit.record({ ...EVENT, action: 'done' });
    advance(3_599_999);
    await audit.record({ ...EVENT, action: 'reject', reason: 'POLICY_REJECT' });
    await audit.record({ ...EVENT, action: 'done' });
    advance(1);
    await audit.record({ ...EVENT, action: 'failed', reason: 'OPENMEMORY_API_ERROR' });
    advance(3 * 3_600_000);
    await audit.record({ ...EVENT, action: 'reject', reason: 'POLICY_REJECT' });
    expect(await audit.stats({ since: '2026-01-01T00:00:00.001Z' })).toEqual({
      since: '2026-01-01T00:00:00.001Z',
      total: 4,
      actions: { done: 1, failed: 1, reject: 2 },
      reasons: { OPENMEMORY_API_ERROR: 1, POLICY_REJECT: 2 },
      hours: [
        {
          hour: '2026-01-01T00:00:00.000Z',
          total: 2,
          actions: { done: 1, reject: 1 },
          reasons: { POLICY_REJECT: 1 },
        },
        {
          hour: '2026-01-01T01:00:00.000Z',
          total: 1,
          actions: { failed: 1 },
          reasons: { OPENMEMORY_API_ERROR: 1 },
        },
        {
          hour: '2026-01-01T04:00:00.000Z',
          total: 1,
          actions: { reject: 1 },
          reasons: { POLICY_REJECT: 1 },
        },
      ],
    });
    expect(await audit.stats({ since: '2027-01-01T00:00:00.000Z' })).toMatchObject({
      total: 0,
      actions: {},
      hours: [],
    });
  });
});
