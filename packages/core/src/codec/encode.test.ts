import { describe, expect, it } from 'vitest';
import {
  encodeBatch,
  encodeError,
  encodeNotification,
  encodeRequest,
  encodeResult,
  isSimple,
  toJson,
} from './encode.js';

describe('replies', () => {
  it.each(['1', '9007199254740993', '1.0', '"a"', '"\\u0061"', '-0', '""'])(
    'carry the id %s as it came',
    (id) => {
      expect(encodeResult(id, '{}')).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
      for (const unreadable of ['null', 'omit'] as const) {
        const text = encodeError(id, '{"code":1,"message":"m"}', unreadable);
        expect(text).toBe(`{"jsonrpc":"2.0","id":${id},"error":{"code":1,"message":"m"}}`);
      }
    },
  );

  it('have the id null or no id if it could not be read, depending on the era', () => {
    expect(encodeError(undefined, '{}', 'null')).toBe('{"jsonrpc":"2.0","id":null,"error":{}}');
    expect(encodeError(undefined, '{}', 'omit')).toBe('{"jsonrpc":"2.0","error":{}}');
  });

  it('of a batch are one array, or nothing if there are none', () => {
    expect(encodeBatch(['{"a":1}', '{"b":2}'])).toBe('[{"a":1},{"b":2}]');
    expect(encodeBatch([])).toBeUndefined();
  });
});

describe('messages of our own', () => {
  it('leave out params that are not given', () => {
    expect(encodeRequest('1', 'a"b')).toBe('{"jsonrpc":"2.0","id":1,"method":"a\\"b"}');
    expect(encodeNotification('n')).toBe('{"jsonrpc":"2.0","method":"n"}');
  });

  it('have params by name or by position', () => {
    expect(encodeRequest('"x"', 'm', { a: 1 })).toBe(
      '{"jsonrpc":"2.0","id":"x","method":"m","params":{"a":1}}',
    );
    expect(encodeNotification('n', [1])).toBe('{"jsonrpc":"2.0","method":"n","params":[1]}');
  });

  it('stay JSON when params turn themselves into nothing', () => {
    const params = { toJSON: () => undefined };
    expect(encodeNotification('n', params)).toBe('{"jsonrpc":"2.0","method":"n"}');
  });
});

describe('toJson', () => {
  it('gives the JSON of a value', () => {
    expect(toJson({ a: ['\ud800', undefined] })).toBe('{"a":["\\ud800",null]}');
    expect(toJson(null)).toBe('null');
  });

  it('returns undefined for a value without a JSON form', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const throwing = {
      toJSON() {
        throw new Error('secret');
      },
    };
    for (const value of [undefined, () => 1, Symbol('s'), 1n, cycle, throwing]) {
      expect(toJson(value)).toBeUndefined();
    }
  });
});

describe('isSimple', () => {
  it.each([
    [{ a: [1, 'x', null, { b: true }] }],
    [Object.assign(Object.create(null) as object, { a: 1 })],
    ['text'],
    [null],
  ])('is true for plain JSON: %j', (value) => {
    expect(isSimple(value)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['a toJSON of its own', { toJSON: () => 1 }],
    ['a date', new Date(0)],
    ['a date inside', { a: [{ b: new Date(0) }] }],
    ['a map', new Map()],
  ])('is false for values with their own JSON form: %s', (_, value) => {
    expect(isSimple(value)).toBe(false);
  });
});
