import { createRedactor } from '@errata/core';
import { expect, it } from 'vitest';
import { describeDatabases } from '../../lab/testing/describe-databases.js';
import { createAuditLog, type AuditEvent } from './audit-log.js';

const EVENT: AuditEvent = { action: 'ip/add-address', actor: 'local', outcome: 'done' };

describeDatabases('the audit log', ({ open }) => {
  const create = async () => {
    const redactor = createRedactor({ secrets: ['open-sesame-42'] });
    let time = Date.parse('2026-01-01T00:00:00.000Z');
    return createAuditLog({ store: await open(), redactor, now: () => (time += 1_000) });
  };

  it('gives back what was recorded, and nothing that was not', async () => {
    const log = await create();
    const whole: AuditEvent = {
      ...EVENT,
      outcome: 'failed',
      tier: 'advanced',
      device_id: 'r1',
      plan_id: 'p1',
      reason: 'DEVICE_ERROR',
      ref: 'corr-0123456789abcdef',
      detail: 'The device refused.',
    };
    await log.record(EVENT);
    await log.record(whole);
    expect(await log.recent(10)).toEqual([
      { id: 2, at: '2026-01-01T00:00:02.000Z', ...whole },
      { id: 1, at: '2026-01-01T00:00:01.000Z', ...EVENT },
    ]);
  });

  it('is newest first, in the order of recording, and no longer than asked', async () => {
    const log = await create();
    for (const actor of ['a', 'b', 'c', 'd']) await log.record({ ...EVENT, actor });
    expect((await log.recent(3)).map(({ actor }) => actor)).toEqual(['d', 'c', 'b']);
    expect(await log.recent(0)).toEqual([]);
  });

  it('takes records from many at once', async () => {
    const log = await create();
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => log.record({ ...EVENT, actor: `u${n}` })),
    );
    const entries = await log.recent(100);
    expect(new Set(entries.map(({ actor }) => actor)).size).toBe(50);
    const ids = entries.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  it('takes secrets out of the detail before it cuts it', async () => {
    const log = await create();
    const record = async (detail: string) => {
      await log.record({ ...EVENT, detail });
      return (await log.recent(1))[0]!.detail!;
    };
    expect(await record('with open-sesame-42 in it')).toBe('with [REDACTED] in it');
    expect(await record(`${'x'.repeat(490)} open-sesame-42`)).not.toContain('open');
    expect(await record('y'.repeat(500))).toBe('y'.repeat(500));
    expect(await record('y'.repeat(501))).toBe(`${'y'.repeat(499)}…`);
    expect(await record(`${'y'.repeat(498)}🔑🔑`)).toBe(`${'y'.repeat(498)}…`);
    expect(await record('zero\0byte')).toBe('zerobyte');
  });
});
