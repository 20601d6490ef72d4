import { describe, expect, it } from 'vitest';
import {
  alignColumns,
  cells,
  clipCells,
  formatCount,
  formatDuration,
  plural,
  wrapCells,
} from './text.js';

describe('columns of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['记忆', 4],
    ['，。（）：；、', 14],
    ['a记b', 4],
    ['한글', 4],
    ['…', 1],
    ['𠀀😀', 4],
  ])('%j takes %i', (text, columns) => {
    expect(cells(text)).toBe(columns);
  });

  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['记忆网关', 8, '记忆网关'],
    ['记忆网关', 7, '记忆网…'],
    ['记忆网关', 6, '记忆…'],
    ['😀😀😀', 5, '😀😀…'],
  ])('%j in %i columns is %j', (text, width, clipped) => {
    expect(clipCells(text, width)).toBe(clipped);
  });
});

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

describe('wrapping', () => {
  it.each([
    ['one two three', 13, ['one two three']],
    ['one two three', 12, ['one two', 'three']],
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 5, ['one', 'two', 'three']],
    ['记忆网关', 4, ['记忆', '网关']],
    ['记忆网关', 5, ['记忆', '网关']],
    ['记忆网，关', 6, ['记忆', '网，关']],
    ['用 --member 登记', 8, ['用', '--member', '登记']],
    ['查看 KEY，再试', 8, ['查看', 'KEY，再', '试']],
  ])('%j at %i', (text, width, lines) => {
    expect(wrapCells(text, width)).toEqual(lines);
  });
});
