import { describe, expect, it } from 'vitest';
import { align } from './cells.js';
import { matchesLike, splitName } from './names.js';

describe('splitName', () => {
  const plain = (text: string) => ({ text, quoted: false });
  const quoted = (text: string) => ({ text, quoted: true });

  it.each([
    ['users', [plain('users')]],
    ['sales.orders', [plain('sales'), plain('orders')]],
    ['a.b.c', [plain('a'), plain('b'), plain('c')]],
    ['"Order"', [quoted('Order')]],
    ['sales."a.b"', [plain('sales'), quoted('a.b')]],
    ['"a""b".c', [quoted('a"b'), plain('c')]],
    ['Größe', [plain('Größe')]],
    ['', undefined],
    ['.', undefined],
    ['a.', undefined],
    ['.a', undefined],
    ['a..b', undefined],
    ['""', undefined],
    ['"a', undefined],
    ['"a"b', undefined],
    ['a"b"', undefined],
  ])('%s', (name, parts) => {
    expect(splitName(name)).toEqual(parts);
  });
});

describe('matchesLike', () => {
  it.each([
    ['users', 'user', true],
    ['users', 'ser', true],
    ['users', 'USER', true],
    ['users', 'user%', true],
    ['users', '%s', true],
    ['users', '%e_s', true],
    ['users', 'u%s%', true],
    ['users', '%x%', false],
    ['users', 'ser%', false],
    ['users', '%user', false],
    ['order_items', 'r_i', true],
    ['', '%', true],
    ['', 'a', false],
    [`${'a'.repeat(300)}b`, `${'%a'.repeat(140)}%c`, false],
  ])('%s like %s: %s', (text, pattern, expected) => {
    expect(matchesLike(text, pattern)).toBe(expected);
  });
});

describe('align', () => {
  it('puts columns below each other, whatever their width', () => {
    expect(
      align([
        ['a', 'bb', 'c'],
        ['日本', 'b\nx', ''],
        ['x', '', 'last'],
      ]),
    ).toBe('a     bb   c\n日本  b x\nx          last');
  });

  it('is empty without rows', () => {
    expect(align([])).toBe('');
  });
});
