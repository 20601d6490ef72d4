import { describe, expect, it } from 'vitest';
import { within } from './guard-process.js';

describe('within', () => {
  it('says true when it came in time, also where it failed', async () => {
    expect(await within(60_000, Promise.resolve(1))).toBe(true);
    expect(await within(60_000, Promise.reject(new Error('failed')))).toBe(true);
  });

  it('takes Infinity for as long as it takes', async () => {
    const later = new Promise((resolve) => setTimeout(resolve, 20));
    expect(await within(Infinity, later)).toBe(true);
  });

  it('says false when it did not', async () => {
    expect(await within(1, new Promise(() => {}))).toBe(false);
  });
});
