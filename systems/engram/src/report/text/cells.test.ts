import { describe, expect, it } from 'vitest';
import { cells, clipCells } from './cells.js';

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
