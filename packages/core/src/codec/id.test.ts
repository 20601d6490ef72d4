import { describe, expect, it } from 'vitest';
import { idKey, idText, idValue, isIntegerText } from './id.js';

describe('idText and idValue', () => {
  it.each([
    ['a"b', '"a\\"b"'],
    ['', '""'],
    [7, '7'],
    [null, 'null'],
  ])('turn %j into its JSON text and back', (value, text) => {
    expect(idText(value)).toBe(text);
    expect(idValue(text)).toBe(value);
  });

  it('keep every digit of a bigint in the text', () => {
    expect(idText(9007199254740993n)).toBe('9007199254740993');
  });
});

describe('idKey', () => {
  it.each([
    ['1', '1.0', '10e-1', '0.1e1', '1e0', '1E-0'],
    ['0', '-0', '0.0', '0e99999999999999999999', '-0e-5'],
    ['-100', '-1e2', '-100.00'],
    ['9007199254740993', '9007199254740993.0', '9007199254740993e0'],
    ['12345678901234567890', '1234567890123456789e1'],
    ['1e30', '10e29', '1000000000000000000000000000000', '0.1e31'],
    ['1.5', '15e-1', '1.50'],
    ['0.15', '15e-2', '0.150'],
    ['"a"', '"\\u0061"'],
    ['"/"', '"\\/"'],
    ['"\\ud800"', '"\\uD800"'],
  ])('is one for all spellings of %s', (...spellings) => {
    expect(new Set(spellings.map(idKey)).size).toBe(1);
  });

  it('is another for another id', () => {
    const ids = ['1', '"1"', '-1', '10', '1.5', 'null', '"null"', '""', '"0"', '0'];
    ids.push('9007199254740992', '9007199254740993', '1e400', '1e401', '-1e400', '1e-400');
    ids.push('1e99999999999999999998', '1e99999999999999999999');
    expect(new Set(ids.map(idKey)).size).toBe(ids.length);
  });

  it('stays short for any exponent', () => {
    expect(idKey('1e999999999')).toBe('1e999999999');
    expect(idKey('1234567890123456')).toBe('1234567890123456');
    expect(idKey('12345678901234567')).toBe('12345678901234567e0');
  });
});

describe('isIntegerText', () => {
  it.each([
    ...['0', '-0', '7', '-12', '1.0', '1e2', '100e-2', '0.5e1', '1.50e1', '0e-400', '0.000'],
    ...['1e400', '9007199254740993', '1e99999999999999999999'],
  ])('holds for %s', (text) => {
    expect(isIntegerText(text)).toBe(true);
  });

  it.each([
    ...['1.5', '1e-1', '15e-2', '0.1', '-0.5', '1e-400', '1.0000000000000000000001'],
    ...['1e-99999999999999999999', 'null', '"1"', 'true', '1x'],
    ...['x1', 'x1.0', '-x', '-x5', '.5', '.0', '1.', '1e', '1:'],
  ])('does not hold for %s', (text) => {
    expect(isIntegerText(text)).toBe(false);
  });

  it('judges a million digits by reading them once', () => {
    const zeros = '0'.repeat(1_000_000);
    expect(isIntegerText(`1.${zeros}`)).toBe(true);
    expect(isIntegerText(`1${zeros}e-1000000`)).toBe(true);
    expect(isIntegerText(`1.${zeros}1`)).toBe(false);
    expect(isIntegerText(`${'10'.repeat(500_000)}e-1`)).toBe(true);
  });
});
