import { describe, expect, it } from 'vitest';
import { countPrimes } from './tools.js';

const count = (limit: number) =>
  countPrimes(limit, { signal: new AbortController().signal, onSlice: () => undefined });

describe('counting primes', () => {
  it.each([
    [0, { count: 0 }],
    [2, { count: 0 }],
    [3, { count: 1, largest: 2 }],
    [4, { count: 2, largest: 3 }],
    [5, { count: 2, largest: 3 }],
    [26, { count: 9, largest: 23 }],
    [1_000_000, { count: 78_498, largest: 999_983 }],
    [3_000_000, { count: 216_816, largest: 2_999_999 }],
  ])('finds those below %d', async (limit, found) => {
    expect(await count(limit)).toEqual(found);
  });

  it('reports how far it is, up to the limit', async () => {
    const progress: number[] = [];
    const { signal } = new AbortController();
    await countPrimes(2_000_000, { signal, onSlice: (done) => void progress.push(done) });
    expect(progress.length).toBeGreaterThan(2);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(2_000_000);
  });

  it('ends in the middle when it is aborted', async () => {
    const ending = new AbortController();
    const progress: number[] = [];
    const counting = countPrimes(10_000_000_000, {
      signal: ending.signal,
      onSlice: (done) => {
        progress.push(done);
        if (progress.length === 2) ending.abort(new Error('enough'));
      },
    });
    await expect(counting).rejects.toThrow('enough');
    expect(progress).toHaveLength(2);
  });
});
