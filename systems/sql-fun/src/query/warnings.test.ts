import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop, SMALL_SHOP } from '../../lab/testing/open-shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(`${SMALL_SHOP}
    CREATE SCHEMA sql_fun_stub; CREATE DOMAIN sql_fun_stub.geography AS text;
    CREATE TABLE places (id int PRIMARY KEY, spot sql_fun_stub.geography);
    CREATE VIEW names AS SELECT DISTINCT name FROM users;
    CREATE FUNCTION casefold(int) RETURNS int LANGUAGE sql RETURN $1;`);
});
afterAll(() => shop.close());

describe('warnings', () => {
  it.each<[string, string[]]>([
    ['DELETE FROM users', ['no_where 13']],
    ['WITH d AS (UPDATE users SET name = $1) SELECT 1', ['no_where 19']],
    ['DELETE FROM users WHERE true', []],
    ['SELECT 1 FROM users u, orders o', ['cross_join 24']],
    ['SELECT 1 FROM users u JOIN orders o ON true', ['cross_join 28']],
    ['SELECT 1 FROM users CROSS JOIN orders', []],
    ['SELECT 1 FROM users u, orders o WHERE u.id = o.user_id', []],
    ['SELECT 1 FROM users u, places p', []],
    ['SELECT 1 FROM users u, LATERAL (SELECT FROM orders o WHERE o.user_id = u.id) l', []],
    ['SELECT 1 FROM users u, orders o, LATERAL (SELECT FROM places WHERE o.user_id = u.id) l', []],
    ['SELECT 1 FROM users u, orders o, LATERAL generate_series(u.id, o.user_id)', []],
    [
      'SELECT 1 FROM users u, orders o, LATERAL (SELECT FROM places WHERE u.id = 1) l',
      ['cross_join 24'],
    ],
    ['SELECT 1 FROM users JOIN orders USING (id)', []],
    ['SELECT 1 FROM users WHERE id NOT IN (SELECT user_id FROM orders)', ['not_in_nullable 30']],
    ['SELECT 1 FROM users WHERE id NOT IN (SELECT id FROM orders)', []],
    [
      'SELECT 1 FROM users WHERE id NOT IN (SELECT user_id FROM orders WHERE user_id IS NOT NULL)',
      [],
    ],
    ['SELECT * FROM orders', ['hidden_columns 8']],
    ["SELECT '😀', o.*, u.* FROM users u JOIN orders o ON o.user_id = u.id", ['hidden_columns 13']],
    ['SELECT id FROM orders', []],
  ])('%s', async (sql, warnings) => {
    const { problems } = await shop.statement(sql, {
      hiddenColumns: ({ name }) => name === 'orders',
    });
    expect(problems.map(({ severity }) => severity)).toEqual(warnings.map(() => 'warning'));
    expect(problems.map(({ code, place }) => `${code} ${place!.column}`)).toEqual(warnings);
  });
});

// Queries that only read are not parsed a second time, if nothing is hidden.
it.each([
  ['SELECT 1 FROM users u, orders o', 'select', ['cross_join 24']],
  ["WITH x AS (SELECT 'ü' AS y) SELECT 1 FROM x, users u, orders o", 'select', ['cross_join 55']],
  ['WITH x AS (DELETE FROM users RETURNING id) SELECT 1 FROM x', 'select', ['no_where 24']],
  ['WITH x AS (SELECT 1) VALUES (2)', 'values', []],
  ['SELECT 1 UNION VALUES (2)', 'select', []],
  ['WITH x AS (SELECT 1) UPDATE users SET name = $1', 'update', ['no_where 29']],
  ['SELECT id FROM users WHERE id = 1 FOR UPDATE', 'select', []],
])('reports kind and warnings where nothing is hidden: %s', async (sql, kind, warnings) => {
  const statement = await shop.statement(sql);
  expect(statement.kind).toBe(kind);
  expect(statement.problems.map(({ code, place }) => `${code} ${place!.column}`)).toEqual(warnings);
});

describe('what a server does not have yet', () => {
  it.each<[number, string, string[]]>([
    [15, 'SELECT any_value(id), 0xFF, 1_000 FROM users', ['8', '23', '29']],
    [16, 'SELECT any_value(id), 0xFF, 1_000 FROM users', []],
    [15, 'SELECT x FROM (SELECT 1 AS x)', ['1']],
    [15, "SELECT JSON_OBJECT('a': 1), '{}' IS JSON", ['8', '29']],
    [16, 'SELECT to_bin(3), random(1, 2), random()', ['8', '19']],
    [16, "SELECT JSON_VALUE('{}', '$.a')", ['8']],
    [17, 'SELECT uuidv7(), array_sort(ARRAY[1])', ['8', '18']],
    [17, 'UPDATE users SET name = $1 WHERE id = 1 RETURNING old.name', ['1']],
    [17, 'UPDATE users SET name = $1 WHERE id = 1 RETURNING name', []],
    [17, 'SELECT casefold(1)', []],
  ])('%i: %s', async (version, sql, columns) => {
    const { problems } = await shop.statement(sql, { version });
    expect(problems.map(({ code }) => code)).toEqual(columns.map(() => 'too_new'));
    expect(problems.map(({ place }) => String(place!.column))).toEqual(columns);
  });
});

describe('names that may come from an extension that is not here', () => {
  it.each<[string, string[]]>([
    ['SELECT st_area(spot) FROM places', ['note unresolved function st_area']],
    ["SELECT 'x'::geometry", ['note unresolved type geometry']],
    ['SELECT id <=> 1 FROM places', ['note unresolved operator <=>']],
    ['SELECT id && 1 FROM places', ['error type_mismatch operator &&']],
    ['SELECT spot > 3 FROM places', ['note unresolved operator >']],
    ['SELECT idd FROM places', ['error not_found column idd']],
    ["SELECT cron.schedule('x')", ['note unresolved schema cron']],
    ['SELECT 1 FROM topology.layer', ['note unresolved schema topology']],
    ['SELECT 1 FROM publik.places', ['error not_found schema publik']],
    ['UPDATE places SET id = now() WHERE true', ['error type_mismatch function now']],
    ["INSERT INTO places VALUES (now(), 'x')", ['error type_mismatch function now']],
    ['SELECT 1 FROM place', ['error not_found table place']],
  ])('%s', async (sql, problems) => {
    const found = (await shop.statement(sql, { unknownExtensions: ['postgis'] })).problems;
    expect(
      found.map(({ severity, code, target, name }) => `${severity} ${code} ${target} ${name}`),
    ).toEqual(problems);
  });

  it('are errors otherwise', async () => {
    const { problems } = await shop.statement('SELECT st_area(id) FROM places');
    expect(problems).toMatchObject([{ severity: 'error', code: 'not_found', target: 'function' }]);
  });

  it('leave columns without a type', async () => {
    expect(
      (await shop.statement('SELECT s.spot FROM (SELECT spot FROM places) s')).columns,
    ).toEqual([{ name: 'spot', nullable: true }]);
  });
});

it('does not report that a stub of a view cannot be written to', async () => {
  const sql = "INSERT INTO names VALUES ('a')";
  expect((await shop.statement(sql)).problems).toMatchObject([
    { sqlstate: '55000', target: 'view' },
  ]);
  expect((await shop.statement(sql, { isStubView: () => true })).problems).toEqual([]);
});

it('does not name the schema of stubs', async () => {
  const { problems } = await shop.statement('SELECT st_distance(spot) FROM places');
  expect(problems.map(({ message }) => message)).toEqual([
    'Function st_distance(geography) does not exist.',
  ]);
});
