import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, waitMs } from './retry-budget.js';

const backoff = { baseMs: 100, capMs: 1000 };

describe('backoffMs', () => {
  it.each([
    [1, 100],
    [2, 200],
    [3, 400],
    [4, 800],
    [5, 1000],
    [2000, 1000],
  ])('has for attempt %i a ceiling of %i ms', (attempt, ceiling) => {
    expect(backoffMs(attempt, backoff, () => 1)).toBe(ceiling);
    expect(backoffMs(attempt, backoff, () => 0.5)).toBe(ceiling / 2);
    expect(backoffMs(attempt, backoff, () => 0)).toBe(0);
  });

  it('uses defaults for invalid numbers, and the first attempt for an invalid attempt', () => {
    expect(backoffMs(1, { baseMs: NaN, capMs: -1 }, () => 1)).toBe(500);
    expect(backoffMs(NaN, backoff, () => 1)).toBe(100);
    expect(backoffMs(-3, backoff, () => 1)).toBe(100);
    expect(backoffMs(Infinity, backoff, () => 1)).toBe(1000);
  });

  it('waits the maximum if the random source is broken', () => {
    expect(backoffMs(1, backoff, () => NaN)).toBe(100);
    expect(backoffMs(1, backoff, () => 7)).toBe(100);
  });
});

describe('waitMs', () => {
  it('is never below Retry-After nor above both caps', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.option(fc.double({ min: 0, max: 300, noNaN: true }), { nil: undefined }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, retryAfter, drawn) => {
          const wait = waitMs(attempt, retryAfter, backoff, () => drawn);
          expect(wait).toBeGreaterThanOrEqual((retryAfter ?? 0) * 1000);
          expect(wait).toBeLessThanOrEqual(
            Math.max(backoff.capMs, Math.ceil((retryAfter ?? 0) * 1000)),
          );
        },
      ),
    );
  });
});
