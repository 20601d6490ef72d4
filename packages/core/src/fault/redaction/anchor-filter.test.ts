import { describe, expect, it } from 'vitest';
import { createAnchorFilter } from './anchor-filter.js';
import { ANCHORS } from './suspicious.js';

const occurrence = { confirm: () => true };
const filter = createAnchorFilter(ANCHORS.map(({ chars }) => ({ chars, ...occurrence })));

describe('createAnchorFilter', () => {
  it('sees every anchor at every alignment, small letters in both cases, at the start and at the end', () => {
    for (const { chars } of ANCHORS) {
      const text = chars.map((allowed) => allowed.charAt(0)).join('');
      for (let before = 0; before < 8; before++) {
        for (const variant of [text, /[A-Z]/.test(text) ? text : text.toUpperCase()]) {
          expect(filter.scan('~'.repeat(before) + variant), variant).toBe('anchor');
          expect(filter.scan(`${'é'.repeat(before)}${variant}~~~~~`), variant).toBe('anchor');
        }
      }
    }
  });

  it('has no false positives', () => {
    expect(filter.scan('')).toBe('plain');
    expect(filter.scan('An ordinary sentence, 42 words long; {"a":[1,2]}')).toBe('plain');
    expect(filter.scan('paswo')).toBe('plain');
  });

  it('tells printable ASCII from everything else', () => {
    for (let unit = 0; unit < 0x300; unit++) {
      const expected = unit >= 0x20 && unit <= 0x7e ? 'plain' : 'odd';
      expect(filter.scan(`..${String.fromCharCode(unit)}..`), String(unit)).toBe(expected);
    }
  });

  it('asks the anchor before it reports it, with its position', () => {
    const places: number[] = [];
    const asking = createAnchorFilter([
      { chars: [...'abc'], confirm: (_bytes, at) => places.push(at) > 2 },
    ]);
    expect(asking.scan('abc ABC, abc abc')).toBe('anchor');
    expect(places).toEqual([0, 4, 9]);
    expect(asking.scan('ab c')).toBe('plain');
  });
});
