import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Postgres } from '../engine/index.js';
import { findProblems } from './find-problems.js';
import { openShop } from './testing/open-shop.js';

const names = {
  hasSchema: (name: string) => name === 'public',
  hasFunction: (name: string) => name === 'sum' || name === 'lower',
};

let postgres: Postgres;
beforeAll(async () => {
  postgres = await openShop();
});
afterAll(() => postgres.close());

const found = async (sql: string) =>
  (await findProblems(sql, postgres, names)).problems.map(
    ({ reason, name, offset }) =>
      `${reason} ${name} ${offset === undefined ? '-' : sql.slice(offset, offset + 8)}`,
  );

describe('the problems of a statement', () => {
  it.each<[string, string[]]>([
    ['SELECT id, name FROM users WHERE email = $1', []],
    ['SELECT emial FROM users', ['COLUMN_NOT_FOUND emial emial FR']],
    [
      'SELECT emial, u.nmae, id FROM users u WHERE iid = 3',
      [
        'COLUMN_NOT_FOUND emial emial, u',
        'COLUMN_NOT_FOUND u.nmae u.nmae, ',
        'COLUMN_NOT_FOUND iid iid = 3',
      ],
    ],
    [
      'SELECT u.id, o.x, y FROM users u JOIN oders o ON o.uid = u.idd',
      ['TABLE_NOT_FOUND oders oders o ', 'COLUMN_NOT_FOUND u.idd u.idd'],
    ],
    ['SELECT * FROM sale.orders', ['SCHEMA_NOT_FOUND sale sale.ord']],
    [
      'SELECT sum(emial), lower(id) FROM users',
      ['COLUMN_NOT_FOUND emial emial), ', 'WRONG_TYPE lower lower(id'],
    ],
    ['SELECT nope(id) FROM users', ['NOT_FOUND nope nope(id)']],
    [
      'SELECT id + name, name || emial FROM users',
      ['WRONG_TYPE + + name, ', 'COLUMN_NOT_FOUND emial emial FR'],
    ],
    ['SELECT id FROM users, orders', ['AMBIGUOUS_NAME id id FROM ']],
    [
      'SELECT name, count(*) FROM users WHERE naem = 1',
      ['INVALID_LOGIC name name, co', 'COLUMN_NOT_FOUND naem naem = 1'],
    ],
    [
      "SELECT 'x'::int, '2020-13-01'::date, id FROM users",
      ["WRONG_TYPE  'x'::int", "WRONG_TYPE  '2020-13"],
    ],
    ['SELECT id FROM users ORDER BY 7', ['INVALID_LOGIC  7']],
    ['SELECT FROM WHERE', ['INVALID_SQL  WHERE']],
    [
      'DELETE FROM users WHERE idd = 1 AND emial = 2',
      ['COLUMN_NOT_FOUND idd idd = 1 ', 'COLUMN_NOT_FOUND emial emial = '],
    ],
    [
      'UPDATE users SET name = nmae, email = $1 WHERE x',
      ['COLUMN_NOT_FOUND nmae nmae, em', 'COLUMN_NOT_FOUND x x'],
    ],
  ])('%s', async (sql, problems) => {
    expect(await found(sql)).toEqual(problems);
  });

  it('keeps the names of columns that are masked', async () => {
    const { described } = await findProblems('SELECT id, u.emial FROM users u', postgres, names);
    expect(described?.columns.map(({ name }) => name)).toEqual(['id', 'emial']);
  });
});
