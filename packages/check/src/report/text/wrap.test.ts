import { describe, expect, it } from 'vitest';
import { cells, fold, pad, wrap } from './wrap.js';

describe('wrap', () => {
  it.each([
    ['one two three', 8, ['one two', 'three']],
    ['', 8, ['']],
    ['mcp/http/origin', 10, ['mcp/http/', 'origin']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['未知の', 4, ['未知', 'の']],
    ['abc', 0, ['a', 'b', 'c']],
  ])('breaks %j at %i', (text, width, lines) => expect(wrap(text, width)).toEqual(lines));
});

describe('fold', () => {
  it('breaks anywhere, but not inside a character', () => {
    expect(fold('a b😀😀', 4)).toEqual(['a b', '😀😀']);
    expect(fold('', 4)).toEqual([]);
  });
});

describe('cells', () => {
  it('counts wide characters twice', () => expect(cells('a未😀')).toBe(5));
  it('is what pad fills up', () => expect(pad('未', 4)).toBe('未  '));
});
