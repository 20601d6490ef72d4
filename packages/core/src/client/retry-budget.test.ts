import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRetryBudget } from './retry-budget.js';

describe('createRetryBudget', () => {
  it('starts full, spends on retries, and earns by successes', () => {
    const budget = createRetryBudget({ ratio: 0.1, capacity: 2, now: () => 0 });
    expect([budget.withdraw(), budget.withdraw(), budget.withdraw()]).toEqual([true, true, false]);
    for (let i = 0; i < 9; i++) budget.deposit();
    expect(budget.withdraw()).toBe(false);
    budget.deposit();
    expect(budget.withdraw()).toBe(true);
  });

  it('never holds more than its capacity', () => {
    const budget = createRetryBudget({ ratio: 1, capacity: 3, now: () => 0 });
    for (let i = 0; i < 100; i++) budget.deposit();
    expect(budget.balance()).toBe(3);
  });

  it('earns over time if the options say so, and not from a clock that goes back', () => {
    let at = 10_000;
    const budget = createRetryBudget({ ratio: 0, minPerSecond: 2, capacity: 1, now: () => at });
    expect(budget.withdraw()).toBe(true);
    at = 10_400;
    expect(budget.withdraw()).toBe(false);
    at = 10_500;
    expect(budget.withdraw()).toBe(true);
    at = 0;
    expect(budget.withdraw()).toBe(false);
  });

  it('refuses numbers that make no budget', () => {
    expect(() => createRetryBudget({ ratio: -1, capacity: 1 })).toThrow('ratio');
    expect(() => createRetryBudget({ ratio: 1, capacity: NaN })).toThrow('capacity');
  });

  it('never grants more retries than its capacity plus earnings', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean()),
        fc.constantFrom(0.1, 0.2, 0.5, 1),
        fc.nat(5),
        (events, ratio, capacity) => {
          const budget = createRetryBudget({ ratio, capacity, now: () => 0 });
          let successes = 0;
          let retries = 0;
          for (const success of events) {
            if (success) {
              successes++;
              budget.deposit();
            } else if (budget.withdraw()) retries++;
          }
          expect(retries).toBeLessThanOrEqual(capacity + successes * ratio + 1e-6);
        },
      ),
    );
  });
});
