import { describe, expect, it } from 'vitest';
import { alignColumns } from './align-columns.js';
import { formatCount, plural } from './format-count.js';
import { formatDuration } from './format-duration.js';

describe('counts', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [99_999, '99,999'],
    [100_000, '100K'],
    [999_999, '999K'],
    [1_239_999, '1.23M'],
    [9_007_199_254_740_991, '9000T'],
  ])('%i is %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it('say what is counted', () => {
    expect([0, 1, 2_000].map((count) => plural(count, 'memory', 'memories'))).toEqual([
      '0 memories',
      '1 memory',
      '2,000 memories',
    ]);
  });
});

describe('durations', () => {
  it.each([
    [0, '0 s', '0 秒'],
    [59, '59 s', '59 秒'],
    [60, '1 min', '1 分钟'],
    [3_599, '59 min', '59 分钟'],
    [3_600, '1 h', '1 小时'],
    [7_525, '2 h 5 min', '2 小时 5 分钟'],
    [86_399, '23 h 59 min', '23 小时 59 分钟'],
    [86_400, '1 d', '1 天'],
    [8_639_999, '99 d 23 h', '99 天 23 小时'],
    [8_640_000, '100 d', '100 天'],
    [1e11, '1.15M d', '1.15M 天'],
  ])('%i seconds are %s', (seconds, en, zh) => {
    expect(formatDuration(seconds, 'en')).toBe(en);
    expect(formatDuration(seconds, 'zh')).toBe(zh);
  });
});

describe('columns', () => {
  it('have names to the left and figures to the right, by what they take on a screen', () => {
    expect(
      alignColumns([
        ['原因', '次数'],
        ['ABCDEF', '1'],
        ['记', '12,345'],
      ]),
    ).toEqual(['原因      次数', 'ABCDEF       1', '记      12,345']);
  });
});
