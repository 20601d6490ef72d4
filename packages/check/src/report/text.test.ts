import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from './testing/sample-report.js';
import {
  brief,
  cells,
  clip,
  counted,
  duration,
  fold,
  grouped,
  jsonText,
  pad,
  printable,
  printableParts,
  wireText,
  wrap,
} from './text.js';

describe('clip', () => {
  it('does not tear a pair of surrogates', () => {
    expect(clip('ab😀', 3)).toBe('ab');
    expect(clip('ab😀', 4)).toBe('ab😀');
  });
});

describe('brief', () => {
  it('names the length of what it cuts', () => {
    expect(brief('x'.repeat(600))).toBe('x'.repeat(600));
    expect(brief('x'.repeat(1204))).toBe(`${'x'.repeat(600)} … 1,204 characters`);
  });
});

describe('wireText', () => {
  it('keeps 4,000 characters and the length of all', () => {
    expect(wireText('x'.repeat(4000))).toEqual({ text: 'x'.repeat(4000), length: 4000 });
    expect(wireText('x'.repeat(4001))).toEqual({ text: 'x'.repeat(4000), length: 4001 });
  });

  it('takes the length from the mark where the run has cut already', () => {
    const cut = `${'x'.repeat(4000)}… (102400 characters)`;
    expect(wireText(cut)).toEqual({ text: 'x'.repeat(4000), length: 102_400 });
  });
});

describe('jsonText', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('escapes %s so that it comes back', (_, text) => {
    const json = jsonText({ [text]: text }, 2);
    expect(json).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(json)).toEqual({ [text]: text });
  });

  it('escapes a character beyond the first plane by two units', () => {
    expect(jsonText('\u{e0041}')).toBe('"\\udb40\\udc41"');
  });
});

it.each([
  [grouped(999), '999'],
  [grouped(1204), '1,204'],
  [grouped(1234567), '1,234,567'],
  [counted(1, 'request'), '1 request'],
  [counted(0, 'request'), '0 requests'],
  [counted(2, 'entry', 'entries'), '2 entries'],
  [duration(829.6), '830 ms'],
  [duration(12_430), '12.4 s'],
])('reports %s', (answer, text) => expect(answer).toBe(text));

describe('printable', () => {
  it.each([
    ['plain text, ünïcode, 未知, 😀', 'plain text, ünïcode, 未知, 😀'],
    ['\u001b[31mred', '<U+001B>[31mred'],
    ['a\r\n\tb', 'a␍␊␉b'],
    ['\u0000\u007f\u009b', '<U+0000><U+007F><U+009B>'],
    ['\u202e\u2066\u200f\u200b\ufeff', '<U+202E><U+2066><U+200F><U+200B><U+FEFF>'],
    ['\ud800x\udc00', '<U+D800>x<U+DC00>'],
    ['\u2028\u2029\u0085', '<U+2028><U+2029><U+0085>'],
    ['\uffff\u{e0041}', '<U+FFFF><U+E0041>'],
  ])('shows %j as %j', (text, shown) => expect(printable(text)).toBe(shown));

  it('tells a raw character from one that the server escaped', () => {
    expect(printable('"\n"')).not.toBe(printable('"\\n"'));
  });
});

describe('printableParts', () => {
  it('marks what was unseen, and loses nothing', () => {
    expect(printableParts('a\u001b\u0007b')).toEqual([
      { text: 'a', unseen: false },
      { text: '<U+001B>', unseen: true },
      { text: '<U+0007>', unseen: true },
      { text: 'b', unseen: false },
    ]);
    expect(printableParts('')).toEqual([]);
  });
});

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
