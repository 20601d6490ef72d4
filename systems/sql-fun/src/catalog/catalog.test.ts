import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmpty } from '../../lab/testing/open-empty.js';
import type { Postgres } from '../engine/postgres.js';
import { DatabaseCatalog } from './catalog.js';

let postgres: Postgres;
let catalog: DatabaseCatalog;
beforeAll(async () => {
  postgres = await openEmpty();
  const refused = await postgres.run(`
    CREATE SCHEMA sql_fun_stub; CREATE DOMAIN sql_fun_stub.geography AS text;
    CREATE TABLE users (id bigint PRIMARY KEY, gone int, email varchar(100), place sql_fun_stub.geography, places sql_fun_stub.geography[]);
    ALTER TABLE users DROP COLUMN gone;
    CREATE FUNCTION shout(text) RETURNS text LANGUAGE sql RETURN upper($1);
  `);
  expect(refused).toBeUndefined();
  catalog = await DatabaseCatalog.read(postgres);
});
afterAll(() => postgres.close());

it('has relations with their columns, by name and by number', () => {
  const users = catalog.find('public', 'users')!;
  expect(users).toMatchObject({ schema: 'public', name: 'users', kind: 'table' });
  expect(users.columns).toEqual([
    { number: 1, name: 'id', unresolved: false, notNull: true },
    { number: 3, name: 'email', unresolved: false, notNull: false },
    { number: 4, name: 'place', unresolved: true, notNull: false },
    { number: 5, name: 'places', unresolved: true, notNull: false },
  ]);
  expect(catalog.relation(users.oid)).toBe(users);
  expect(catalog.find('public', 'user')).toBeUndefined();
  expect(catalog.find('pg_catalog', 'pg_class')?.kind).toBe('system_relation');
});

it('has schemas and functions', () => {
  expect([...catalog.schemas]).toEqual(['information_schema', 'pg_catalog', 'public']);
  expect(catalog.schemas.has('sale')).toBe(false);
  expect(['shout', 'upper', 'whisper'].map((name) => catalog.functions.has(name))).toEqual([
    ...[true, true, false],
  ]);
});

it('spells types as PostgreSQL does', async () => {
  expect(await catalog.typeName(1043, 104)).toBe('character varying(100)');
  expect(await catalog.typeName(1043)).toBe('character varying');
  expect(await catalog.typeName(1016)).toBe('bigint[]');
  const [stub] = await postgres.rows<{ oid: number }>(
    `SELECT 'sql_fun_stub.geography'::regtype::oid::int8 AS oid`,
  );
  expect(await catalog.typeName(stub!.oid)).toBeUndefined();
});
