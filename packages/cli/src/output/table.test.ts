import { describe, expect, it } from 'vitest';
import { renderTable, wrap } from './table.js';

describe('renderTable', () => {
  it('lines up columns', () => {
    const text = renderTable(
      [{ title: 'code' }, { title: 'reason' }],
      [['-32010', 'DEVICE_UNREACHABLE']],
      80,
    );
    expect(text).toBe('code    reason\n──────  ──────────────────\n-32010  DEVICE_UNREACHABLE');
  });

  it('wraps the columns that may wrap, and fits the screen', () => {
    const text = renderTable(
      [{ title: 'a' }, { title: 'b', wrap: true }],
      [['1234567890', 'some words that are longer than what is left of the line']],
      40,
    );
    expect(text.split('\n').every((line) => line.length <= 40)).toBe(true);
    expect(text).toContain('1234567890  some words that are longer');
  });

  it('counts East Asian characters as two cells', () => {
    expect(renderTable([{ title: 'x' }, { title: 'y' }], [['未知', 'b']], 80).split('\n')[2]).toBe(
      '未知  b',
    );
  });
});

describe('wrap', () => {
  it.each([
    ['', 5, ['']],
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', 'two']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['未知工具', 4, ['未知', '工具']],
  ])('breaks %j at %d cells', (text, width, lines) => expect(wrap(text, width)).toEqual(lines));
});
