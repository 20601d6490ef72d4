import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipText } from './text.js';

/** A surrogate without its other half. */
const LONE = /\p{Surrogate}/u;

describe('clipText', () => {
  it.each([
    ['fits', 10, 'fits'],
    ['exactly10!', 10, 'exactly10!'],
    ['the quick brown fox', 16, 'the quick brown…'],
    ['the quick brown fox', 15, 'the quick…'],
    ['the quick   brown', 12, 'the quick…'],
    ['unbrokenidentifier', 8, 'unbroke…'],
    ['short averyveryveryverylongword', 20, 'short averyveryvery…'],
    ['anything', 1, '…'],
    ['anything', 0, ''],
    ['anything', -1, ''],
    ['anything', Number.NaN, ''],
    ['ab😀cd', 4, 'ab…'],
    ['ab😀cd', 5, 'ab😀…'],
  ])('clips %j to %d as %j', (text, max, expected) => {
    expect(clipText(text, max)).toBe(expected);
  });

  it('never exceeds the limit, never splits a pair, and clipping again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 60 }), (text, max) => {
        const clipped = clipText(text, max);
        expect(clipped.length).toBeLessThanOrEqual(max);
        expect(clipText(clipped, max)).toBe(clipped);
        if (!LONE.test(text)) expect(clipped).not.toMatch(LONE);
      }),
    );
  });
});
