import { afterEach, describe, expect, it } from 'vitest';
import { parseJson } from './parse.js';

const original = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')!;
const redefine = (descriptor: PropertyDescriptor) =>
  Object.defineProperty(Error, 'stackTraceLimit', { configurable: true, ...descriptor });

afterEach(() => {
  redefine(original);
});

describe('parseJson', () => {
  it('returns the value, or undefined for invalid JSON', () => {
    expect(parseJson(' {"a":[1]} ')).toEqual({ a: [1] });
    expect(parseJson('null')).toBeNull();
    for (const text of ['', '{', '{"a":1', '{a}', '[1,]', 'undefined']) {
      expect(parseJson(text)).toBeUndefined();
    }
  });

  it.each([10, 0, 3.5, Infinity, undefined, 'many'])(
    'leaves a stack trace limit of %s as it was',
    (limit) => {
      redefine({ value: limit, writable: true });
      parseJson('{"a":1}');
      parseJson('{a}');
      expect(Error.stackTraceLimit).toBe(limit);
    },
  );

  it('does not add a missing stackTraceLimit', () => {
    delete (Error as { stackTraceLimit?: number }).stackTraceLimit;
    expect(parseJson('{a}')).toBeUndefined();
    expect('stackTraceLimit' in Error).toBe(false);
  });

  it('works if stackTraceLimit is read-only', () => {
    redefine({ value: 7, writable: false });
    expect(parseJson('{"a":1}')).toEqual({ a: 1 });
    expect(parseJson('{a}')).toBeUndefined();
    expect(Error.stackTraceLimit).toBe(7);
  });
});
