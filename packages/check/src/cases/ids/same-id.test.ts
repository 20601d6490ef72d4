import { describe, expect, it } from 'vitest';
import { sameId } from './same-id.js';

describe('sameId', () => {
  it.each([
    ['7', '7'],
    ['77', '77.0'],
    ['77', '7.7e1'],
    ['0', '-0'],
    ['-7', '-7.00'],
    ['1.5', '15E-1'],
    ['9007199254740993', '9.007199254740993e15'],
    ['"\\u00e9"', '"é"'],
    ['"a\\nb"', '"a\\u000ab"'],
    ['null', 'null'],
  ])('takes %s and %s for one', (one, other) => {
    expect(sameId(one, other)).toBe(true);
    expect(sameId(other, one)).toBe(true);
  });

  it.each([
    ['7', '"7"'],
    ['7', '70'],
    ['7', '-7'],
    ['0', 'null'],
    ['""', 'null'],
    ['1.5', '1'],
    ['9007199254740993', '9007199254740992'],
    ['"a"', '"A"'],
    ['"a"', '"a "'],
    ['', '7'],
  ])('takes %s and %s for two', (one, other) => {
    expect(sameId(one, other)).toBe(false);
    expect(sameId(other, one)).toBe(false);
  });
});
