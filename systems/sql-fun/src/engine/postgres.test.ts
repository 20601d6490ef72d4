import { afterAll, beforeAll, expect, it } from 'vitest';
import { findNodes } from '../query/analysed-tree.js';
import { touchedColumns } from '../query/result.js';
import { openEmpty } from '../../lab/testing/open-empty.js';
import type { Postgres } from './postgres.js';

let postgres: Postgres;

beforeAll(async () => {
  postgres = await openEmpty();
  expect(
    await postgres.run('CREATE TABLE users (id bigint PRIMARY KEY, email varchar(100) NOT NULL)'),
  ).toBeUndefined();
});
afterAll(() => postgres.close());

it('describes columns and parameters, and executes nothing', async () => {
  const sql = 'INSERT INTO users VALUES ($1, $2) RETURNING email, id + 1 AS next';
  const described = await postgres.describe(sql);
  expect(described).toMatchObject({ parsed: true, parameters: [20, 1043] });
  const [email, next] = described.columns;
  expect(email).toMatchObject({ name: 'email', type: 1043, modifier: 104 });
  expect(next).toMatchObject({ name: 'next', type: 20, modifier: -1 });
  expect(await postgres.rows('SELECT * FROM users')).toEqual([]);
});

it('says what is wrong, and where, in characters', async () => {
  const { error, parsed } = await postgres.describe("SELECT '😀' AS ü, emial FROM users");
  expect(parsed).toBe(false);
  expect(error).toMatchObject({ code: '42703', position: 18 });
  expect(error?.hint).toContain('users.email');
});

it('gives the analysed tree on request', async () => {
  expect((await postgres.describe('SELECT 1')).tree).toBeUndefined();
  const { tree } = await postgres.describe('UPDATE users SET email = $1 WHERE id = 3', {
    tree: true,
  });
  expect(touchedColumns(findNodes(tree!, 'RTEPERMISSIONINFO'))).toMatchObject([
    { read: [1], written: [2] },
  ]);
});

it('returns what PostgreSQL refuses, and goes on', async () => {
  expect(await postgres.run('CREATE TABLE users ()')).toMatchObject({ code: '42P07' });
  expect(await postgres.run('SELECT')).toBeUndefined();
});

// The last one: nothing can be asked afterwards.
it('throws when a statement breaks it', async () => {
  const deep = Array(6000).fill("'x'").join(' || ');
  await expect(postgres.run(`CREATE VIEW deep AS SELECT ${deep}`)).rejects.toThrow('broke down');
});
