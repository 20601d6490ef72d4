import { loadModule } from 'libpg-query';
import { beforeAll, expect, it } from 'vitest';
import { inSql } from './tokens.js';

beforeAll(() => loadModule());

it('puts a name in quotes where SQL needs them', () => {
  const names = ['users', 'Users', 'a b', 'a"b', '_x1$', '1a', 'order', 'name', 'lower'];
  expect(names.map(inSql)).toEqual([
    ...['users', '"Users"', '"a b"', '"a""b"', '_x1$', '"1a"', '"order"', 'name', 'lower'],
  ]);
});
