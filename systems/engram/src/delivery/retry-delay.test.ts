import { describe, expect, it } from 'vitest';
import { retryDelay } from './deliver.js';

describe('the delay before the next try', () => {
  it('doubles from a minute up to an hour', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 60].map((n) => retryDelay(n, () => 0.5) / 1_000);
    expect(delays).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
  });

  it('is spread by 30 % either way', () => {
    expect(retryDelay(0, () => 0)).toBe(42_000);
    expect(retryDelay(0, () => 1)).toBe(78_000);
    expect(retryDelay(9, () => 1)).toBe(4_680_000);
  });
});
