import { describe, expect, it } from 'vitest';
import { buildReport } from './build-report.js';
import { auditOf, hour, OUTAGE, QUIET } from './testing/inputs.js';

describe('the figures of a report', () => {
  it('are those of a quiet day, without hints', () => {
    expect(buildReport(QUIET)).toEqual({
      hours: 24,
      since: '2026-01-29T14:00:00.000Z',
      operations: {
        allow: 118,
        redirect: 2,
        reject: 0,
        deferred: 0,
        degraded: 0,
        failed: 0,
        done: 120,
        dead: 0,
      },
      failures: [],
      per_hour: [
        {
          hour: '2026-01-30T13:00:00.000Z',
          total: 120,
          done: 120,
          deferred: 0,
          degraded: 0,
          rejected: 0,
          failed: 0,
          reasons: {},
        },
      ],
      outbox: {
        ...{ pending: 0, held: 0, sent: 120, kept: 0, dead: 0, oldest_pending_seconds: null },
        ...{ next_try_at: null, by_attempts: [] },
      },
      openmemory: { reachable: true, dialect: 'embedded', memories: 4_321 },
      hints: [],
    });
  });

  it('are those of an outage', () => {
    const { operations, failures, per_hour, outbox, openmemory } = buildReport(OUTAGE);
    expect(operations).toEqual({
      allow: 56,
      redirect: 1,
      reject: 1,
      deferred: 15,
      degraded: 4,
      failed: 2,
      done: 42,
      dead: 3,
    });
    expect(failures).toEqual([
      { reason: 'OPENMEMORY_CONNECTION_FAILED', count: 21, share: 0.913 },
      { reason: 'POLICY_REJECT', count: 1, share: 0.043 },
      { reason: 'team_write_disabled', count: 1, share: 0.043 },
    ]);
    expect(per_hour[1]).toEqual({
      hour: '2026-01-30T13:00:00.000Z',
      total: 27,
      done: 2,
      deferred: 15,
      degraded: 4,
      rejected: 1,
      failed: 5,
      reasons: { OPENMEMORY_CONNECTION_FAILED: 21, POLICY_REJECT: 1, team_write_disabled: 1 },
    });
    expect(outbox).toEqual({
      ...{ pending: 12, held: 0, kept: 0, next_try_at: '2026-01-30T13:40:00.000Z' },
      sent: 1_240,
      dead: 3,
      oldest_pending_seconds: 7_525,
      by_attempts: [
        { attempts: 0, pending: 2, held: 0, kept: 0, sent: 1_240, dead: 0 },
        { attempts: 4, pending: 10, held: 0, kept: 0, sent: 0, dead: 0 },
        { attempts: 5, pending: 0, held: 0, kept: 0, sent: 0, dead: 3 },
      ],
    });
    expect(openmemory).toEqual({ reachable: false, reason: 'OPENMEMORY_CONNECTION_FAILED' });
  });

  it('have the most frequent reason first, and the same order among equals', () => {
    const reasons = { B: 1, C: 7, A: 1 };
    const audit = auditOf([hour('2026-01-30T13:00:00.000Z', { failed: 9 }, reasons)]);
    const { failures } = buildReport({ ...QUIET, audit });
    expect(failures.map(({ reason }) => reason)).toEqual(['C', 'A', 'B']);
  });

  it('have the same members in both languages', () => {
    const { hints: english, ...en } = buildReport({ ...OUTAGE, lang: 'en' });
    const { hints: chinese, ...zh } = buildReport({ ...OUTAGE, lang: 'zh' });
    expect(zh).toEqual(en);
    expect(chinese).toHaveLength(english.length);
  });
});
