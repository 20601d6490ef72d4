import { describe, expect, it } from 'vitest';
import { buildReport, type ReportInput } from './build-report.js';
import { renderReport } from './render-report.js';
import { auditOf, hour, OUTAGE, QUIET } from './testing/inputs.js';

function linesOf(input: ReportInput): string[] {
  return renderReport(buildReport(input), input.lang).split('\n');
}

/** So many hours, each with its number of writes. */
function hours(count: number) {
  const start = Date.parse('2026-01-30T00:00:00.000Z');
  return Array.from({ length: count }, (_, index) =>
    hour(new Date(start + index * 3_600_000).toISOString(), { done: index + 1 }),
  );
}

describe('a report as text', () => {
  it('is short when all is well', () => {
    expect(linesOf(QUIET)).toEqual([
      'All is well: 120 writes in 24 h, nothing waits, OpenMemory answers.',
      '',
      'Hour (UTC)        done  deferred  degraded  rejected  failed  total',
      '2026-01-30 13:00   120         0         0         0       0    120',
      '',
      'Outbox:     0 waiting, 0 given up, 120 sent',
      'OpenMemory: 4,321 memories',
    ]);
  });

  it('says in an outage what happened when, why, what is left and what to do', () => {
    expect(linesOf(OUTAGE)).toEqual([
      '3 memories given up, 12 wait (oldest 2 h 5 min); OpenMemory does not answer.',
      '',
      'Hour (UTC)        done  deferred  degraded  rejected  failed  total',
      '2026-01-30 12:00    40         0         0         0       0     40',
      '2026-01-30 13:00     2        15         4         1       5     27',
      'in all              42        15         4         1       5     67',
      '',
      'Reason                        count  share',
      'OPENMEMORY_CONNECTION_FAILED     21    91%',
      'POLICY_REJECT                     1     4%',
      'team_write_disabled               1     4%',
      '',
      'Outbox:     12 waiting (oldest 2 h 5 min), 3 given up, 1,240 sent',
      'Next try:   2026-01-30T13:40:00.000Z',
      'OpenMemory: OPENMEMORY_CONNECTION_FAILED',
      '',
      '- 3 memories were given up: remove the cause, then call outbox_requeue.',
      '- 12 memories wait for OpenMemory: start it again, and the gateway sends what',
      '  waits. The next try is at 2026-01-30T13:40:00.000Z.',
      '- OpenMemory could not be reached in time: check that it runs, and the address',
      '  in --openmemory.',
      '- 1 more in "hints".',
    ]);
  });

  it('is aligned in Chinese, whose characters take two columns', () => {
    expect(linesOf({ ...OUTAGE, lang: 'zh' })).toEqual([
      '3 条记忆已放弃，12 条等待（最久 2 小时 5 分钟）；OpenMemory 无应答。',
      '',
      '小时 (UTC)        完成  延后  降级  拒绝  失败  合计',
      '2026-01-30 12:00    40     0     0     0     0    40',
      '2026-01-30 13:00     2    15     4     1     5    27',
      '合计                42    15     4     1     5    67',
      '',
      '原因                          次数  占比',
      'OPENMEMORY_CONNECTION_FAILED    21   91%',
      'POLICY_REJECT                    1    4%',
      'team_write_disabled              1    4%',
      '',
      'Outbox:     等待 12（最久 2 小时 5 分钟），已放弃 3，已发送 1,240',
      '下次尝试:   2026-01-30T13:40:00.000Z',
      'OpenMemory: OPENMEMORY_CONNECTION_FAILED',
      '',
      '- 3 条记忆已被放弃：排除原因后调用 outbox_requeue。',
      '- 12 条记忆在等待 OpenMemory：恢复它后网关会自动发送，下次尝试',
      '  2026-01-30T13:40:00.000Z。',
      '- 无法及时连接 OpenMemory：检查它是否在运行，以及 --openmemory 的地址。',
      '- 另有 1 条，见 "hints"。',
    ]);
  });

  it.each([
    ['en', 'No write and no failed call was recorded in 24 h.'],
    ['zh', '24 小时内没有写入或失败的记录。'],
  ] as const)('says in %s that nothing was recorded', (lang, line) => {
    expect(linesOf({ ...QUIET, lang, audit: auditOf([]) })[2]).toBe(line);
  });
});

describe('what does not fit into a small table', () => {
  it('shows twelve hours as they are', () => {
    const lines = linesOf({ ...QUIET, audit: auditOf(hours(12)) });
    expect(lines.filter((line) => line.startsWith('2026-'))).toHaveLength(12);
    expect(lines.join('\n')).not.toContain('earlier');
  });

  it.each([
    ['en', 13, '1 earlier hour       1 '],
    ['en', 15, '3 earlier hours      6 '],
    ['zh', 15, '更早的 3 个小时      6 '],
  ] as const)('sums up in %s what was before them, of %i hours', (lang, count, row) => {
    const lines = linesOf({ ...QUIET, lang, audit: auditOf(hours(count)) });
    expect(lines[3]).toMatch(new RegExp(`^${row}`));
    expect(lines.filter((line) => line.startsWith('2026-'))).toHaveLength(12);
    const all = (count * (count + 1)) / 2;
    expect(lines[16]).toMatch(new RegExp(`^(in all|合计) +${all} .* ${all}$`));
  });

  it.each([
    ['en', '2 other reasons      3    14%'],
    ['zh', '其他 2 种原因     3   14%'],
  ] as const)('names four reasons in %s and counts the others', (lang, row) => {
    const reasons = { A: 6, B: 5, C: 4, D: 3, E: 2, F: 1 };
    const audit = auditOf([hour('2026-01-30T13:00:00.000Z', { failed: 21 }, reasons)]);
    const lines = linesOf({ ...QUIET, lang, audit });
    expect(lines.slice(6, 10).map((line) => line[0])).toEqual(['A', 'B', 'C', 'D']);
    expect(lines[10]).toBe(row);
  });

  it('cuts a reason that is not a name, and keeps it on its line', () => {
    const reasons = { [`two\nlines ${'x'.repeat(500)}`]: 1 };
    const audit = auditOf([hour('2026-01-30T13:00:00.000Z', { failed: 1 }, reasons)]);
    expect(linesOf({ ...QUIET, audit })[6]).toBe(`two lines ${'x'.repeat(37)}…      1   100%`);
  });
});
