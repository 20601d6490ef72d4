import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine } from './addresses.js';

describe('oneLine', () => {
  it.each([
    ['office', 'office'],
    ['  a\r\n\tb  ', 'a b'],
    ['a\u0000\u001b[31mb', 'a [31mb'],
    ['evil\u202eexe', 'evil exe'],
    ['a\u2028b\u00adc', 'a b c'],
    ['Zürich 🛰', 'Zürich 🛰'],
  ])('writes %j as %j', (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  it('is one line of at most 100 whole characters, whatever comes in', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(anything, (text) => {
        const line = oneLine(text);
        expect(Array.from(line).length).toBeLessThanOrEqual(100);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
    expect(oneLine('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
    expect(oneLine('🛰'.repeat(101))).toBe(`${'🛰'.repeat(99)}…`);
  });
});
