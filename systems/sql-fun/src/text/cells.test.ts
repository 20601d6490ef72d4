import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt } from './cells.js';
import { SourceText } from './source-text.js';

const at = (text: string, offset: number) => excerpt(text, new SourceText(text).placeAt(offset));
const on = (text: string, what: string) => at(text, text.indexOf(what));

describe('excerpt', () => {
  it.each([
    ['a line', 'SELECT emial FROM users', 'emial', ' 1 | SELECT emial FROM users', '   |        ^'],
    ['a later line', 'SELECT a\nFROM t\nWHERE b', 'b', ' 3 | WHERE b', '   |       ^'],
    ['the first of lines', 'SELECT a\r\nFROM t', 'a', ' 1 | SELECT a', '   |        ^'],
    ['a tab', '\tSELECT\tx', 'x', ' 1 |     SELECT  x', '   |             ^'],
    ['wide characters', "SELECT '日本' x", 'x', " 1 | SELECT '日本' x", '   |               ^'],
    ['a picture', "SELECT '👩‍👩‍👧' x", 'x', " 1 | SELECT '👩‍👩‍👧' x", '   |             ^'],
    [
      'a combined letter',
      "SELECT 'e\u0301' x",
      'x',
      " 1 | SELECT 'e\u0301' x",
      '   |            ^',
    ],
    ['a flag', "'🇩🇪' x", 'x', " 1 | '🇩🇪' x", '   |      ^'],
    ['what moves the cursor', "'\u001b[2J' x", 'x', " 1 | '�[2J' x", '   |        ^'],
    ['what turns the direction', "'\u202e' x", 'x', " 1 | '�' x", '   |     ^'],
  ])('%s', (_what, text, place, line, caret) => {
    expect(on(text, place).split('\n')).toEqual([line, caret]);
  });

  it('points after the last character at the end of the text', () => {
    expect(at('SELECT 1 FROM', 13)).toBe(' 1 | SELECT 1 FROM\n   |              ^');
    expect(at('SELECT\n', 7)).toBe(' 2 | \n   | ^');
    expect(at('', 0)).toBe(' 1 | \n   | ^');
  });

  it('has room for larger line numbers', () => {
    const text = `${'\n'.repeat(1233)}SELECT x`;
    expect(on(text, 'x')).toBe(' 1234 | SELECT x\n      |        ^');
  });

  it('cuts a long line around the place', () => {
    const cut = (before: number, after: number) =>
      at(`${'a'.repeat(before)}X${'b'.repeat(after)}`, before).split('\n');
    expect(cut(5000, 5000)).toEqual([
      ` 1 | …${'a'.repeat(40)}X${'b'.repeat(39)}…`,
      `   | ${' '.repeat(41)}^`,
    ]);
    expect(cut(3, 5000)).toEqual([` 1 | aaaX${'b'.repeat(76)}…`, '   |    ^']);
    expect(cut(5000, 3)).toEqual([` 1 | …${'a'.repeat(76)}Xbbb`, `   | ${' '.repeat(77)}^`]);
    expect(cut(40, 39)).toEqual([
      ` 1 | ${'a'.repeat(40)}X${'b'.repeat(39)}`,
      `   | ${' '.repeat(40)}^`,
    ]);
  });

  it('is two short lines for any text and offset', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(300), (text, offset) => {
        const place = new SourceText(text).placeAt(Math.min(offset, text.length));
        const lines = excerpt(text, place).split('\n');
        expect(lines).toHaveLength(2);
        expect(lines[1]).toMatch(/^ +\| *\^$/);
        expect(lines[1]!.length).toBeLessThan(100);
      }),
    );
  });
});
