import { describe, expect, it } from 'vitest';
import { buildReport, type OpenMemoryHealth, type ReportInput } from './build-report.js';
import { summarize } from './render-report.js';
import { auditOf, hour, QUIET } from './testing/inputs.js';

const AWAY: OpenMemoryHealth = { reachable: false, reason: 'OPENMEMORY_CONNECTION_FAILED' };
const REFUSING: OpenMemoryHealth = { reachable: false, reason: 'OPENMEMORY_API_ERROR' };

const box = (pending: number, dead: number, seconds: number | null = null) => ({
  outbox: { ...QUIET.outbox, pending, dead, oldest_pending_seconds: seconds },
});

const done = (actions: Readonly<Record<string, number>>) => ({
  audit: auditOf([hour('2026-01-30T13:00:00.000Z', actions)]),
});

const CASES: [Partial<ReportInput>, en: string, zh: string][] = [
  [
    {},
    'All is well: 120 writes in 24 h, nothing waits, OpenMemory answers.',
    '一切正常：24 小时内写入 120 次，无等待，OpenMemory 应答正常。',
  ],
  [
    { ...done({ allow: 1, done: 1 }), hours: 1 },
    'All is well: 1 write in 1 h, nothing waits, OpenMemory answers.',
    '一切正常：1 小时内写入 1 次，无等待，OpenMemory 应答正常。',
  ],
  [
    { ...box(12, 3, 7_525), openMemory: AWAY },
    '3 memories given up, 12 wait (oldest 2 h 5 min); OpenMemory does not answer.',
    '3 条记忆已放弃，12 条等待（最久 2 小时 5 分钟）；OpenMemory 无应答。',
  ],
  [
    { ...box(1_234, 5_678, 86_399), openMemory: AWAY },
    '5,678 memories given up, 1,234 wait; OpenMemory does not answer.',
    '5,678 条记忆已放弃，1,234 条等待（最久 23 小时 59 分钟）；OpenMemory 无应答。',
  ],
  [
    { ...box(1, 1, 59), openMemory: REFUSING },
    '1 memory given up, 1 waits (oldest 59 s); OpenMemory gives errors.',
    '1 条记忆已放弃，1 条等待（最久 59 秒）；OpenMemory 返回错误。',
  ],
  [
    box(1, 0, 300),
    '1 memory waits (oldest 5 min); OpenMemory answers.',
    '1 条记忆等待（最久 5 分钟）；OpenMemory 应答正常。',
  ],
  [
    box(0, 2),
    '2 memories given up, nothing waits; OpenMemory answers.',
    '2 条记忆已放弃，无等待；OpenMemory 应答正常。',
  ],
  [
    { openMemory: AWAY },
    'Nothing waits; OpenMemory does not answer.',
    '无等待；OpenMemory 无应答。',
  ],
  [
    done({ allow: 9, done: 5, failed: 1, dead: 2, reject: 4 }),
    'Nothing waits, OpenMemory answers; in 24 h: 3 failed, 4 rejected.',
    '无等待，OpenMemory 应答正常；24 小时内：失败 3，拒绝 4。',
  ],
  [
    done({ degraded: 2 }),
    'Nothing waits, OpenMemory answers; in 24 h: 2 degraded.',
    '无等待，OpenMemory 应答正常；24 小时内：降级 2。',
  ],
  [
    done({ failed: 10_001, degraded: 20_002, deferred: 30_003, reject: 40_004 }),
    'Nothing waits, OpenMemory answers; in 24 h: 100K not done as asked.',
    '无等待，OpenMemory 应答正常；24 小时内：未按要求完成 100K 次。',
  ],
];

describe('the first line', () => {
  it.each(CASES)('of %j is: %s', (change, en, zh) => {
    const report = buildReport({ ...QUIET, ...change });
    expect(summarize(report, 'en', 80)).toBe(en);
    expect(summarize(report, 'zh', 80)).toBe(zh);
  });
});
