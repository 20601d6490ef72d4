import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop } from '../../lab/testing/open-shop.js';

let shop: Shop;
let before: unknown;
beforeAll(async () => {
  shop = await Shop.open();
  await shop.analyze('SELECT 1');
  before = await state();
});
afterAll(() => shop.close());

/** The catalog, the data and the settings. */
async function state(): Promise<unknown> {
  const questions = [
    `SELECT relname::text, relnatts FROM pg_class ORDER BY oid`,
    `SELECT proname::text FROM pg_proc WHERE oid > 16000 ORDER BY oid`,
    `SELECT nspname::text FROM pg_namespace ORDER BY 1`,
    `SELECT rolname::text FROM pg_roles ORDER BY 1`,
    `SELECT count(*) FROM users`,
    `SELECT name, setting FROM pg_settings WHERE name NOT LIKE 'transaction%' AND name <> 'debug_print_parse' ORDER BY 1`,
    `SELECT name FROM pg_prepared_statements WHERE name <> ''`,
    `SELECT name FROM pg_cursors WHERE name <> ''`,
    `SELECT * FROM pg_listening_channels()`,
  ];
  return Promise.all(questions.map((sql) => shop.postgres.rows(sql)));
}

/** Everything is a definition: what is never executed must not be, whatever the loader says. */
const define = (sql: string) => sql;

describe('after any text the database is as it was', () => {
  it.each([
    'COMMIT; DROP TABLE users;',
    'ROLLBACK; CREATE TABLE x ();',
    'CREATE TABLE a (); COMMIT; CREATE TABLE b (); ROLLBACK; CREATE TABLE c ()',
    'BEGIN; DROP TABLE users CASCADE; END; SELECT 1',
    'CREATE TABLE a (); ROLLBACK AND CHAIN; DROP TABLE a; SELECT 1',
    "DO $$ BEGIN EXECUTE 'DROP TABLE users'; COMMIT; END $$; SELECT 1",
    'SET search_path = nowhere; CREATE TABLE x (); SELECT 1',
    "SET work_mem = '1GB'; SET SESSION AUTHORIZATION nobody; RESET ALL",
    'PREPARE p AS SELECT 1; EXECUTE p; DEALLOCATE ALL',
    'DISCARD ALL; SELECT 1',
    'LISTEN x; NOTIFY x; UNLISTEN *',
    "INSERT INTO users VALUES (1, 'a'); DELETE FROM users WHERE id = 1; TRUNCATE users",
    "WITH i AS (INSERT INTO users VALUES (1, 'a') RETURNING id) SELECT id FROM i; SELECT 1",
    "COPY users FROM PROGRAM 'true'; COPY users TO '/tmp/x'",
    'DECLARE c CURSOR WITH HOLD FOR SELECT 1; FETCH c; SELECT 1',
    'VACUUM FULL; REINDEX TABLE users; CHECKPOINT; CLUSTER',
    "ALTER SYSTEM SET work_mem = '1GB'; SELECT pg_reload_conf()",
    'CREATE DATABASE d; DROP DATABASE d',
    'CREATE ROLE r; DROP SCHEMA public CASCADE; SELECT * FROM users',
    'SAVEPOINT here; RELEASE here; ROLLBACK TO here; CREATE TABLE x (); SELECT nope; SELECT 1',
    'CREATE TABLE x AS SELECT pg_sleep(100); SELECT 1 INTO y; SELECT 1',
    'CREATE TABLE x (; SELECT 1; CREATE TABLE y ()',
    'EXPLAIN ANALYZE DELETE FROM users; SELECT 1',
    'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$; SELECT f(); DROP TABLE nope; SELECT 2',
  ])('%s', async (sql) => {
    const narrow = (text: string) => (/^CREATE TABLE x AS/.test(text) ? undefined : define(text));
    await shop.analyze(sql, { define: narrow });
    expect(await state()).toEqual(before);
    const { problems } = await shop.statement('SELECT id FROM users');
    expect(problems).toEqual([]);
  });
});

describe('a text of several statements', () => {
  const errors = async (sql: string) =>
    (await shop.analyze(sql, { define })).statements.map(({ problems }) =>
      problems
        .filter(({ severity }) => severity === 'error')
        .map(({ code, name, place }) => `${code} ${name} ${place!.line}:${place!.column}`),
    );

  it('knows what earlier definitions made', async () => {
    expect(
      await errors(`CREATE TABLE fresh (a int, b text);
SELECT a, c FROM fresh;
ALTER TABLE users ADD nick text;
SELECT nick, nope FROM users;
DROP TABLE fresh;
SELECT a FROM fresh`),
    ).toEqual([
      [],
      ['not_found c 2:11'],
      [],
      ['not_found nope 4:14'],
      [],
      ['not_found fresh 6:15'],
    ]);
  });

  it('follows the search_path without setting it', async () => {
    expect(
      await errors(
        'CREATE SCHEMA s; CREATE TABLE s.t (a int); SELECT a FROM t; SET search_path TO s; SELECT a, b FROM t; SELECT x; SELECT a FROM t',
      ),
    ).toEqual([[], [], ['not_found t 1:58'], [], ['not_found b 1:93'], ['not_found x 1:110'], []]);
  });

  it('takes the first search_path again after RESET ALL', async () => {
    expect(
      await errors(
        'SET search_path TO nowhere; SELECT id FROM users; RESET ALL; SELECT id FROM users',
      ),
    ).toEqual([[], ['not_found users 1:44'], [], []]);
  });

  it('does not let a syntax error hide the rest', async () => {
    expect(
      await errors("SELECT '😀😀' FORM users x;\nSELECT '😀', emial FROM users;\nSELEC 1"),
    ).toEqual([['syntax users 1:18'], ['not_found emial 2:13'], ['syntax SELEC 3:1']]);
  });

  it('says which definition was left out', async () => {
    const { statements } = await shop.analyze(
      'CREATE TABLE users (a int); SELECT name FROM users',
      { define },
    );
    expect(
      statements[0]!.problems.map(({ severity, message }) => `${severity} ${message}`),
    ).toEqual([
      'note Statements of this kind (create table) are not checked.',
      'note The statements behind it are checked without this one: relation "users" already exists.',
    ]);
    expect(statements[1]!.problems).toEqual([]);
  });
});

describe('texts over the limits', () => {
  it.each([
    ['parentheses', `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['additions', `SELECT 1${'+1'.repeat(50_000)}`],
    ['negations', `SELECT ${'NOT '.repeat(5000)}true`],
    ['concatenations', `SELECT 'a'${"||'a'".repeat(5000)}`],
    ['subqueries', `SELECT ${'(SELECT '.repeat(3000)}1${')'.repeat(3000)}`],
  ])('%s are too deep, and the next statement is answered', async (_, deep) => {
    const { statements } = await shop.analyze(`${deep}; SELECT id FROM users`);
    const told = statements.map(({ problems }) => problems.map((one) => [one.code, one.sqlstate]));
    expect(told).toEqual([[['too_deep', '54001']], []]);
  });

  it('reports at most 20 problems of a statement', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `c${n}`).join(', ');
    expect((await shop.statement(`SELECT ${names} FROM users`)).problems).toHaveLength(20);
  });

  it('reads thousands of statements', async () => {
    const { statements } = await shop.analyze('SELECT 1;'.repeat(3000), { verdictOnly: true });
    expect(statements).toHaveLength(3000);
  });

  it('refuses NUL characters', async () => {
    expect((await shop.statement('SELECT 1;\0 SELECT 2')).problems[0]).toMatchObject({
      ...{ code: 'syntax', place: { offset: 9 } },
    });
  });
});
