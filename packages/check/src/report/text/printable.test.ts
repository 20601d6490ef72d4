import { describe, expect, it } from 'vitest';
import { printable, printableParts } from './printable.js';

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
