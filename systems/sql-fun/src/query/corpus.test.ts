import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTED } from '../../lab/testing/accepted.js';
import { Shop } from '../../lab/testing/open-shop.js';
import { REFUSED } from '../../lab/testing/refused.js';
import { SHOP } from '../../lab/testing/shop-tables.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(SHOP);
});
afterAll(() => shop.close());

describe('statements that are right', () => {
  const rows = ACCEPTED.map(([sql, columns, types = '']) => [sql, columns, types] as const);
  it.each(rows)('%s', async (sql, columns, types) => {
    const statement = await shop.statement(sql);
    expect(statement.problems.filter(({ severity }) => severity !== 'warning')).toEqual([]);
    expect(statement.columns.map(({ name, type }) => `${name} ${type}`).join(', ')).toBe(columns);
    expect(statement.parameters.map(({ type }) => type).join(', ')).toBe(types);
  });
});

describe('statements that are wrong', () => {
  it.each(REFUSED)('%s', async (sql, ...problems) => {
    const found = (await shop.statement(sql)).problems.filter(
      ({ severity }) => severity === 'error',
    );
    expect(
      found.map(
        ({ reason, sqlstate, code, target, name, place }) =>
          `${reason} ${sqlstate} ${code} ${target} ${name} at ${place!.column}`,
      ),
    ).toEqual(problems);
    expect(found.every(({ excerpt }) => excerpt!.includes('^'))).toBe(true);
  });
});

describe('what a statement reads and writes', () => {
  it.each([
    ['SELECT count(*) FROM users', 'public.users()', ''],
    ['SELECT name FROM users WHERE age > 1 ORDER BY id', 'public.users(age, id, name)', ''],
    ['SELECT * FROM adults', 'public.adults(age, id, name)', ''],
    [
      'SELECT 1 FROM sales.orders JOIN sales.regions USING (id)',
      'sales.orders(id) sales.regions(id)',
      '',
    ],
    ['SELECT u.x FROM users u (x)', 'public.users(id)', ''],
    ['SELECT relname FROM pg_class', 'pg_catalog.pg_class(relname)', ''],
    ['WITH t AS (SELECT id FROM users) SELECT 1 FROM t', 'public.users(id)', ''],
    ['INSERT INTO users (id, name) VALUES (1, $1)', '', 'public.users(id, name)'],
    ['INSERT INTO users VALUES (1, $1)', '', 'public.users(id, name)'],
    [
      'INSERT INTO users (id) SELECT id FROM employees RETURNING age',
      'public.employees(id) public.users(age)',
      'public.users(id)',
    ],
    [
      'INSERT INTO users (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET age = excluded.age',
      'public.users(age, id)',
      'public.users(age, id)',
    ],
    ['UPDATE users SET age = 1 WHERE id = 2', 'public.users(id)', 'public.users(age)'],
    ['DELETE FROM users WHERE id = 2', 'public.users(id)', 'public.users()'],
    ['TRUNCATE users, sales.orders', '', 'public.users() sales.orders()'],
    ['COPY users (id, name) TO STDOUT', 'public.users(id, name)', ''],
    ['COPY (SELECT id FROM users) TO STDOUT', 'public.users(id)', ''],
    ['CREATE VIEW v AS SELECT id FROM users', 'public.users(id)', ''],
  ])('%s', async (sql, reads, writes) => {
    const statement = await shop.statement(sql);
    const spelled = (list: typeof statement.reads) =>
      list.map(({ schema, name, columns }) => `${schema}.${name}(${columns.join(', ')})`).join(' ');
    expect([spelled(statement.reads), spelled(statement.writes)]).toEqual([reads, writes]);
  });
});

describe('kinds of statements', () => {
  it.each([
    ['SELECT 1', 'select'],
    ['VALUES (1)', 'values'],
    ['INSERT INTO users DEFAULT VALUES', 'insert'],
    ['EXPLAIN SELECT 1', 'explain'],
    ['PREPARE p (int) AS SELECT $1', 'prepare'],
    ['DECLARE c CURSOR FOR SELECT 1', 'declare cursor'],
    ['CREATE TABLE t AS SELECT 1', 'create table'],
    ['CREATE MATERIALIZED VIEW t AS SELECT 1', 'create materialized view'],
    ['CREATE VIEW v AS SELECT 1', 'create view'],
    ['DROP TABLE users', 'drop table'],
    ['ALTER TABLE users ADD x int', 'alter table'],
    ['REFRESH MATERIALIZED VIEW sales.by_region', 'refresh materialized view'],
    ["COMMENT ON COLUMN users.age IS 'x'", 'comment'],
    ['CREATE INDEX ON users (name)', 'create index'],
    ['BEGIN', 'transaction'],
    ['SET search_path TO sales', 'set'],
  ])('%s is %s', async (sql, kind) => {
    expect(await shop.statement(sql)).toMatchObject({ kind, problems: [] });
  });
});
