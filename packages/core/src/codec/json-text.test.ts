import { describe, expect, it } from 'vitest';
import { endOfString, endOfValue, endsAsItBegins, skipSpace, splitArray } from './json-text.js';

describe('endOfString', () => {
  it.each([
    ['""', 1],
    ['"a"b', 2],
    ['"\\""', 3],
    ['"\\\\"', 3],
    ['"\\\\\\""', 5],
    ['"', -1],
    ['"a', -1],
    ['"\\"', -1],
  ])('finds the quote that closes %j', (text, end) => {
    expect(endOfString(text, 0)).toBe(end);
  });
});

describe('skipSpace', () => {
  it('skips the four spaces of JSON and no other', () => {
    expect(skipSpace(' \t\r\nx', 0)).toBe(4);
    expect(skipSpace('\u00a0x', 0)).toBe(0);
    expect(skipSpace('  ', 0)).toBe(2);
  });
});

describe('endOfValue', () => {
  it.each([
    ['12,', 2],
    ['-1.5e+3}', 7],
    ['null ', 4],
    ['NaN]', 3],
    ['"a\\"":', 5],
    ['{"a":[{"b":"}"}]},', 17],
    ['[]]', 2],
  ])('is behind the first value of %j', (text, end) => {
    expect(endOfValue(text, 0)).toBe(end);
  });

  it('is found beyond the levels whose brackets are compared', () => {
    expect(endOfValue(`${'['.repeat(40)}${']'.repeat(40)} `, 0)).toBe(80);
    expect(endOfValue(`${'{"a":['.repeat(40)}${']}'.repeat(40)} `, 0)).toBe(320);
    expect(endOfValue(`${'{"a":'.repeat(40)}1${'}'.repeat(40)} `, 0)).toBe(241);
  });

  it.each(['', ',', '}', ':', '"a', '[1', '{"a":1]', '[{]}', '[\\"a"]'])(
    'is nowhere in %j',
    (text) => {
      expect(endOfValue(text, 0)).toBe(-1);
    },
  );
});

describe('splitArray', () => {
  it.each([
    ['[1]', ['1']],
    [' [ 1 , "a,]" ,[2,3], {"b":[4,5]}\n] ', ['1', '"a,]"', '[2,3]', '{"b":[4,5]}']],
    ['[[[]],{}]', ['[[]]', '{}']],
  ])('gives the texts of the items of %j', (text, items) => {
    expect(splitArray(text)).toEqual(items);
  });
});

describe('endsAsItBegins', () => {
  it.each(['{}', ' [1] \r\n', '{"a":1}', '1', 'x', '', '[}]'])('holds for %j', (text) => {
    expect(endsAsItBegins(text)).toBe(true);
  });

  it.each(['{', '[', '{]', '{"a":1', '[1,2} ', '{"a":"}"', '  {  '])('fails for %j', (text) => {
    expect(endsAsItBegins(text)).toBe(false);
  });
});

describe('endOfValue, where a string in an object does not end', () => {
  it('finds no end', () => {
    expect(endOfValue('{"a":"x', 0)).toBe(-1);
    expect(endOfValue('["x', 0)).toBe(-1);
  });
});
