import { describe, expect, it } from 'vitest';
import { toMilliseconds } from './diagnostics.js';

describe('toMilliseconds', () => {
  it.each([
    ['1ms234us', 1.234],
    ['12ms', 12],
    ['0ms907us', 0.907],
    ['1s5ms', 1005],
    ['3.5', 3.5],
    ['0', 0],
    ['timeout', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (text, milliseconds) => {
    expect(toMilliseconds(text)).toBe(milliseconds);
  });
});
