import { describe, expect, it } from 'vitest';
import { wrapCells } from './wrap-cells.js';

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
