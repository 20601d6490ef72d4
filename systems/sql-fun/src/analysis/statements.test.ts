import { beforeAll, describe, expect, it } from 'vitest';
import { readSchema, type Schema } from '../schema/index.js';
import type { StatementAnalysis, Touched } from './index.js';
import { analyze, loadParser } from './index.js';
import { SHOP } from './testing/shop.js';

let schema: Schema;
beforeAll(async () => {
  await loadParser();
  schema = readSchema(SHOP);
});

const of = (sql: string, path?: readonly string[]) =>
  analyze(sql, { schema, ...(path && { path }) }).statements;
const one = (sql: string): StatementAnalysis => of(sql)[0]!;
const touched = (list: readonly Touched[]) =>
  list.map(({ schema: s, name, columns }) => `${s}.${name}(${columns.join(', ')})`).join(' ');
const problems = ({ problems: list }: StatementAnalysis) =>
  list.map(({ code, target, name }) => `${code} ${target} ${name}`);

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
      'public.users(id)',
      'public.users(age, id)',
    ],
    ['UPDATE users SET age = 1 WHERE id = 2', 'public.users(id)', 'public.users(age)'],
    ['DELETE FROM users WHERE id = 2', 'public.users(id)', 'public.users()'],
    [
      'WITH d AS (DELETE FROM orders RETURNING id) SELECT id FROM d',
      'public.orders(id)',
      'public.orders()',
    ],
    ['TRUNCATE users, sales.orders', '', 'public.users() sales.orders()'],
    ['COPY users (id, name) TO STDOUT', 'public.users(id, name)', ''],
    ['COPY (SELECT id FROM users) TO STDOUT', 'public.users(id)', ''],
  ])('%s', (sql, reads, writes) => {
    const statement = one(sql);
    expect(statement.problems).toEqual([]);
    expect(touched(statement.reads)).toBe(reads);
    expect(touched(statement.writes)).toBe(writes);
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
  ])('%s is %s', (sql, kind) => {
    const statement = one(sql);
    expect(statement.kind).toBe(kind);
    expect(statement.problems).toEqual([]);
  });

  it.each([
    ['DROP TABLE nope', 'not_found table nope'],
    ['DROP VIEW nope', 'not_found view nope'],
    ['DROP VIEW x.nope', 'not_found schema x'],
    ['ALTER TABLE nope ADD x int', 'not_found table nope'],
    ['ALTER VIEW nope RENAME TO yes', 'not_found view nope'],
    ['TRUNCATE nope', 'not_found table nope'],
    ['REFRESH MATERIALIZED VIEW nope', 'not_found view nope'],
    ["COMMENT ON TABLE nope IS 'x'", 'not_found table nope'],
    ["COMMENT ON COLUMN users.nope IS 'x'", 'not_found column nope'],
    ['CREATE INDEX ON users (nope)', 'not_found column nope'],
    ['COPY users (nope) FROM STDIN', 'not_found column nope'],
    ['EXPLAIN SELECT nope FROM users', 'not_found column nope'],
    ['CREATE VIEW v AS SELECT nope FROM users', 'not_found column nope'],
    ['DECLARE c CURSOR FOR SELECT nope FROM users', 'not_found column nope'],
    ['EXECUTE p', 'unresolved sql execute'],
    ['VACUUM', 'unresolved sql vacuum'],
    ['GRANT ALL ON users TO x', 'unresolved sql grant'],
  ])('%s', (sql, problem) => {
    expect(problems(one(sql))).toEqual([problem]);
  });

  it('says nothing of what may be missing', () => {
    expect(problems(one('DROP TABLE IF EXISTS nope'))).toEqual([]);
  });
});

describe('a text of several statements', () => {
  it('has places of the whole text, also behind characters of several bytes', () => {
    const [first, second] = of("SELECT 'žluť 🦊';\n  SELECT emial FROM users");
    expect(first?.problems).toEqual([]);
    expect(second?.problems[0]).toMatchObject({
      code: 'not_found',
      place: { line: 2, column: 10 },
      didYouMean: ['email'],
      excerpt: ' 2 |   SELECT emial FROM users\n   |          ^',
    });
  });

  it('numbers parameters for each statement', () => {
    const types = of('SELECT $1::int; SELECT $2::date, $1').map(({ parameters }) => parameters);
    expect(types).toEqual([
      [{ number: 1, type: 'integer' }],
      [
        { number: 1, type: 'text' },
        { number: 2, type: 'date' },
      ],
    ]);
  });

  it('knows what earlier statements have made', () => {
    const all = of(`
      CREATE TEMP TABLE recent AS SELECT id, name FROM users;
      SELECT name FROM recent;
      SELECT nope FROM recent;
      CREATE TABLE fresh (a int, b text);
      SELECT b FROM fresh;
      ALTER TABLE users ADD nick text;
      SELECT nick, id FROM users;
      SELECT id AS x INTO copied FROM users;
      SELECT x FROM copied`);
    expect(all.map(problems)).toEqual([
      [],
      [],
      ['not_found column nope'],
      ['unresolved sql create table'],
      ...[[], [], [], [], []],
    ]);
    expect(all[1]?.columns).toEqual([{ name: 'name', type: 'character varying(40)' }]);
    expect(all[8]?.columns).toEqual([{ name: 'x', type: 'integer' }]);
  });

  it('follows the search_path', () => {
    expect(problems(of('SET search_path TO sales, public; SELECT total FROM orders')[1]!)).toEqual(
      [],
    );
    expect(problems(of('SELECT total FROM orders', ['sales'])[0]!)).toEqual([]);
    expect(problems(one('SELECT total FROM orders'))).toEqual(['not_found column total']);
  });
});

describe('a text that cannot be read', () => {
  it('says where', () => {
    expect(one("SELECT 'ž'\nFORM users")).toMatchObject({
      kind: 'unreadable',
      problems: [
        { code: 'syntax', target: 'sql', name: 'users', place: { line: 2, column: 6, offset: 16 } },
      ],
    });
  });

  it('refuses NUL characters', () => {
    expect(problems(one('SELECT 1;\0 SELECT 2'))).toEqual(['syntax sql ']);
  });

  it('has no statements where there are none', () => {
    expect(of('-- nothing')).toEqual([]);
  });
});

describe('deep nesting', () => {
  it.each([
    ['operators', `SELECT ${'1+('.repeat(1_000)}1${')'.repeat(1_000)}`],
    ['calls', `SELECT ${'abs('.repeat(1_500)}1${')'.repeat(1_500)}`],
    ['subqueries in FROM', `SELECT * FROM ${'(SELECT * FROM '.repeat(900)}users${')'.repeat(900)}`],
    ['subqueries', `SELECT ${'(SELECT '.repeat(900)}1${')'.repeat(900)}`],
    ['conditions', `SELECT 1 WHERE ${'NOT '.repeat(3_000)}true`],
    ['joins', `SELECT 1 FROM users${' CROSS JOIN users'.repeat(2_000)}`],
  ])('of %s ends with one problem', (_, sql) => {
    expect(problems(one(sql)).filter((it) => it.startsWith('too_deep'))).toEqual(['too_deep sql ']);
  });

  it('is not what a long UNION is', () => {
    expect(problems(one(`SELECT 1${' UNION ALL SELECT 1'.repeat(3_000)}`))).toEqual([]);
  });
});

describe('a list that is too wide', () => {
  it('is told of, and not expanded any further', () => {
    const columns = Array.from({ length: 1600 }, (_, i) => `1 a${i}`).join(', ');
    const sql = `WITH c AS (SELECT ${columns}) SELECT ${Array(4000).fill('*').join(', ')} FROM c`;
    const [statement] = analyze(sql, { schema: readSchema('') }).statements;
    expect(statement?.columns).toHaveLength(1664);
    expect(statement?.problems).toMatchObject([{ code: 'column_count' }]);
  });
});
