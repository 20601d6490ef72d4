import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasInvisible, oneLine, quoteForeign, stripInvisible } from './text.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
);

describe('stripInvisible', () => {
  it.each([
    ['plain', 'plain'],
    ['tab\tand\nnewline stay', 'tab\tand\nnewline stay'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['a\u2028b\u2029c\u0085d\vd\f', 'a\nb\nc\nd\nd\n'],
    ['nul\0 bell\x07 esc\x1b[31m del\x7f c1\x9b', 'nul bell esc[31m del c1'],
    ['abc\u202edcba\u202c', 'abcdcba'],
    ['\u2066isolated\u2069', 'isolated'],
    ['zero\u200bwidth\u200d\u2060\ufeff', 'zerowidth'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['tag\u{e0041}\u{e007f}', 'tag'],
    ['hidden\u{e0100}\ufe0f', 'hidden'],
    ['lone \ud800 and \udc00', 'lone \ufffd and \ufffd'],
    ['pair 😀 stays', 'pair 😀 stays'],
    ['设备 — ünïcode … stays', '设备 — ünïcode … stays'],
    ['family \u{1f468}\u200d\u{1f469}', 'family \u{1f468}\u{1f469}'],
  ])('turns %j into %j', (text, expected) => {
    expect(stripInvisible(text)).toBe(expected);
  });

  it('leaves nothing invisible, is stable, and says beforehand whether it will change the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const stripped = stripInvisible(text);
        expect(hasInvisible(stripped)).toBe(false);
        expect(stripInvisible(stripped)).toBe(stripped);
        expect(hasInvisible(text)).toBe(stripped !== text);
        expect(stripped).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});

describe('oneLine', () => {
  it('makes every run of whitespace one space', () => {
    expect(oneLine('  a\n\n b\t\u2028c\u00a0 ')).toBe('a b c');
  });
});

describe('quoteForeign', () => {
  it.each([
    ['device said "no"', '"device said \'no\'"'],
    ['two\nlines', '"two lines"'],
    ['\u202eevil\u202c', '"evil"'],
    ['', '""'],
  ])('quotes %j as %j', (text, expected) => {
    expect(quoteForeign(text)).toBe(expected);
  });

  it('is one quoted line, for any text', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 120 }), (text, max) => {
        const quoted = quoteForeign(text, max);
        expect(quoted.length).toBeLessThanOrEqual(max + 2);
        expect(quoted).toMatch(/^"[^"\n]*"$/u);
      }),
    );
  });
});
