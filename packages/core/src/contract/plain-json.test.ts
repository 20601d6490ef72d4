import { describe, expect, it } from 'vitest';
import { appendPlain } from './plain-json.js';

describe('appendPlain', () => {
  it.each<[unknown]>([
    [{ a: null, b: [1, 'x', [true, false]], c: { d: 'y' }, e: 'z' }],
    [{ a: 'x', b: 'y', c: 1 }],
    [{}],
    [[null, NaN, -0.5]],
    [[[[['deep']]]]],
  ])('writes %j as JSON.stringify does', (value) => {
    expect(appendPlain('before:', value)).toBe(`before:${JSON.stringify(value)}`);
  });

  it.each<[string, unknown]>([
    ['a list nested deeper than 4', [[[[[1]]]]]],
    ['a list nested in itself', itself()],
    ['an object nested deeper than 4', { a: { a: { a: { a: { a: 1 } } } } }],
    ['an empty list', []],
    ['a list of 17', Array.from({ length: 17 }, () => 1)],
    ['an object with 17 keys', Object.fromEntries(Array.from({ length: 17 }, (_, i) => [i, 1]))],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
    ['an object of a class', new Map([[1, 2]])],
    ['a toJSON', { toJSON: () => 1 }],
    ['a missing value', undefined],
    ['a BigInt', { a: 1n }],
    ['a quote', { a: 'say "hello"' }],
    ['the name of a secret', { password: 'hunter2' }],
  ])('leaves %s to JSON.stringify', (_, value) => {
    expect(appendPlain('', value)).toBeUndefined();
  });
});

function itself(): unknown[] {
  const list: unknown[] = [];
  list.push(list);
  return list;
}
