import { describe, expect, it } from 'vitest';
import { closest } from './names.js';

const TABLES = ['users', 'orders', 'order_items', 'Accounts', 'companies', 'addresses', 'log'];

describe('closest', () => {
  it.each([
    ['user', ['users']],
    ['USERS', ['users']],
    ['accounts', ['Accounts']],
    ['company', ['companies']],
    ['address', ['addresses']],
    ['logs', ['log']],
    ['uesrs', ['users']],
    ['ordres', ['orders']],
    ['order', ['orders', 'order_items']],
    ['items', ['order_items']],
    ['lgo', ['log']],
    ['invoice', []],
    ['x', []],
    ['', []],
    ['u'.repeat(500), []],
  ])('%s: %j', (name, expected) => {
    expect(closest(name, TABLES)).toEqual(expected);
  });

  it('reports the nearest first: another case, then a plural, then a slip', () => {
    expect(closest('name', ['nome', 'names', 'NAME', 'game'])).toEqual(['NAME', 'names', 'game']);
    expect(closest('name', ['nome', 'names', 'NAME', 'game'], 1)).toEqual(['NAME']);
  });

  it('does not tell the name itself, nor a name twice', () => {
    expect(closest('name', ['name', 'names', 'names'])).toEqual(['names']);
  });

  it('takes any iterable, also a large one', () => {
    const many = new Map(Array.from({ length: 5000 }, (_, n) => [`table_${n}`, n]));
    expect(closest('tabel_4711', many.keys(), 1)).toEqual(['table_4711']);
  });
});
