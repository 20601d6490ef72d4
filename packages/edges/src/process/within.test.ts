import { describe, expect, it } from 'vitest';
import { within } from './guard-process.js';

describe('within', () => {
  it('is true if the promise settles in time, even with an error', async () => {
    expect(await within(60_000, Promise.resolve(1))).toBe(true);
    expect(await within(60_000, Promise.reject(new Error('failed')))).toBe(true);
  });

  it('waits without a limit for Infinity', async () => {
    const later = new Promise((resolve) => setTimeout(resolve, 20));
    expect(await within(Infinity, later)).toBe(true);
  });

  it('is false if the promise does not settle in time', async () => {
    expect(await within(1, new Promise(() => {}))).toBe(false);
  });
});
