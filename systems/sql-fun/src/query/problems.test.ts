import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop } from './testing/open-shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const found = async (sql: string) =>
  (await shop.statement(sql)).problems
    .filter(({ severity }) => severity === 'error')
    .map(({ reason, name, place }) => `${reason} ${name} ${sql.slice(place!.offset, place!.offset + 8)}`);

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
      ["WRONG_TYPE 'x' 'x'::int", "WRONG_TYPE '2020-13-01' '2020-13"],
    ],
    ['SELECT id FROM users ORDER BY 7', ['INVALID_LOGIC 7 7']],
    ['SELECT FROM WHERE', ['INVALID_SQL WHERE WHERE']],
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

  it('keeps the names of columns that are masked, without a type', async () => {
    const { columns, reads } = await shop.statement('SELECT id, u.emial, lower(x) FROM users u');
    expect(columns).toEqual([
      { name: 'id', type: 'bigint', nullable: false },
      { name: 'emial', nullable: 'unknown' },
      { name: 'lower', nullable: 'unknown' },
    ]);
    expect(reads).toEqual([{ schema: 'public', name: 'users', columns: ['id'] }]);
  });
});
