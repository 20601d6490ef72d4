import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertKeys, editDistance, nearestName } from './nearest.js';

describe('editDistance', () => {
  it.each([
    ['', '', 0, 0],
    ['ab', 'ba', 1, 1],
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2, undefined],
    ['abcd', 'badc', 2, 2],
    ['a', 'abcd', 2, undefined],
  ])('%j, %j, at most %d: %s', (a, b, most, expected) => {
    expect(editDistance(a, b, most)).toBe(expected);
  });

  it('gives the same as without a bound', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, fc.nat(8), (a, b, most) => {
        const exact = editDistance(a, b, 100)!;
        expect(editDistance(a, b, most)).toBe(exact <= most ? exact : undefined);
        expect(editDistance(b, a, 100)).toBe(exact);
      }),
    );
  });
});

describe('nearestName', () => {
  it.each([
    ['memory_qeury', 'memory_query'],
    ['Memory Query', 'memory_query'],
    ['memory/store', 'memory_store'],
    ['zzz', undefined],
    ['x'.repeat(101), undefined],
  ])('of %s is %s', (given, expected) => {
    expect(nearestName(given, ['memory_store', 'memory_query'])).toBe(expected);
  });
});

describe('assertKeys', () => {
  const KNOWN = ['details', 'onFault', 'deadline'];
  it('accepts known keys', () => {
    expect(() => assertKeys('guard', { deadline: 1 }, KNOWN)).not.toThrow();
  });

  it.each([
    [{ detail: 1 }, 'guard: unknown key "detail"; did you mean details?'],
    [{ onfault: 1 }, 'guard: unknown key "onfault"; did you mean onFault?'],
    [{ colour: 1 }, 'guard: unknown key "colour"; known are details, onFault, deadline'],
  ])('rejects %j', (given, message) => {
    expect(() => assertKeys('guard', given, KNOWN)).toThrow(new TypeError(message));
  });
});
