import { describe, expect, it } from 'vitest';
import { toBoolean, toInteger, toSeconds } from './values.js';

describe('the values of RouterOS', () => {
  it.each([
    ['true', true],
    ['yes', true],
    ['false', false],
    ['no', false],
    ['', undefined],
    ['1', undefined],
    [undefined, undefined],
  ])('reads %j as the boolean %j', (text, value) => {
    expect(toBoolean(text)).toBe(value);
  });

  it.each([
    ['0', 0],
    ['536870912', 536_870_912],
    ['-3', -3],
    ['1.5', undefined],
    ['0x10', undefined],
    [' 1', undefined],
    ['', undefined],
    ['99999999999999999999', undefined],
    [undefined, undefined],
  ])('reads %j as the integer %j', (text, value) => {
    expect(toInteger(text)).toBe(value);
  });

  it.each([
    ['1w2d03:04:05', 604_800 + 2 * 86_400 + 3 * 3_600 + 4 * 60 + 5],
    ['1d02:03:04', 86_400 + 2 * 3_600 + 3 * 60 + 4],
    ['00:00:10', 10],
    ['1h2m3s', 3_723],
    ['26m5s', 1_565],
    ['1w', 604_800],
    ['5s', 5],
    ['250ms', 0.25],
    ['never', undefined],
    ['1m2h', undefined],
    ['00:61:00', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j seconds', (text, value) => {
    expect(toSeconds(text)).toBe(value);
  });
});
