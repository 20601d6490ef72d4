import { describe, expect, it } from 'vitest';
import { peek, peekInteger, peekItems } from './peek.js';

describe('peek', () => {
  it.each([['text'], [5], [true], [null], [undefined]])('reads nothing of %o', (value) => {
    expect(['length', 'toFixed', 'valueOf'].map((key) => peek(value, key))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('reads members of objects and functions', () => {
    const call = Object.assign(() => 1, { code: 'E' });
    expect([peek({ code: 'E' }, 'code'), peek(call, 'code')]).toEqual(['E', 'E']);
  });
});

it('peekInteger gives integers that are exact', () => {
  const values = [7, 1.5, 2 ** 53, Infinity, '7'];
  expect(values.map((value) => peekInteger({ value }, 'value'))).toEqual([
    7,
    ...Array<undefined>(4).fill(undefined),
  ]);
});

describe('peekItems', () => {
  it('takes an array without a length for empty', () => {
    const odd = new Proxy(['a'], { get: (_, key) => (key === 'length' ? 'many' : 'a') });
    expect(peekItems(odd, 5)).toEqual({ items: [], total: 0 });
  });

  it('does not take a revoked proxy for an array', () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    expect(peekItems(proxy, 5)).toBeUndefined();
  });
});
