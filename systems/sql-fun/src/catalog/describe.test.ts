import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmpty } from '../../lab/testing/open-empty.js';
import type { Postgres } from '../engine/postgres.js';
import { DatabaseCatalog } from './catalog.js';
import { COLUMNS, countKinds, objectsOf, RELATION } from './describe.js';

const SHOP = `
  CREATE TYPE mood AS ENUM ('sad', 'ok');
  CREATE TYPE pair AS (a int, b int);
  CREATE DOMAIN feeling AS mood;
  CREATE TYPE span AS RANGE (subtype = float8);
  CREATE TABLE users (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email text UNIQUE, state mood, states mood[], feels feeling);
  COMMENT ON TABLE users IS 'People';
  COMMENT ON COLUMN users.email IS 'Where to write';
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TABLE orders (
    id bigint, user_id int REFERENCES users, total numeric(10,2) DEFAULT 0 CONSTRAINT positive CHECK (total >= 0),
    tax numeric GENERATED ALWAYS AS (total * 0.2) STORED, at date NOT NULL, PRIMARY KEY (id, at)
  ) PARTITION BY RANGE (at);
  CREATE TABLE orders_2026 PARTITION OF orders FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE INDEX orders_open ON orders (user_id, lower(total::text)) INCLUDE (tax) WHERE total > 0;
  CREATE TRIGGER noted AFTER INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION note();
  CREATE POLICY own ON orders FOR SELECT USING (user_id = 1);
  CREATE VIEW totals AS SELECT user_id, sum(total) AS total FROM orders GROUP BY 1;
  CREATE SEQUENCE counter;`;

let postgres: Postgres;
let catalog: DatabaseCatalog;
beforeAll(async () => {
  postgres = await openEmpty();
  expect(await postgres.run(SHOP)).toBeUndefined();
  catalog = await DatabaseCatalog.read(postgres);
});
afterAll(() => postgres.close());

const oidOf = (name: string) => catalog.find('public', name)!.oid;

async function describeColumns(name: string) {
  const rows = await postgres.rows<{ column: object }>(COLUMNS, [oidOf(name)]);
  return rows.map(({ column }) => column);
}

async function describeRelation(name: string) {
  const rows = await postgres.rows<{ relation: object }>(RELATION, [oidOf(name)]);
  return rows[0]!.relation;
}

describe('COLUMNS', () => {
  it('says what a column is', async () => {
    expect(await describeColumns('users')).toEqual([
      {
        ...{ name: 'id', type: 'integer', not_null: true, generated: 'identity_always' },
        primary_key: true,
      },
      { name: 'email', type: 'text', comment: 'Where to write' },
      { name: 'state', type: 'mood', values: ['sad', 'ok'] },
      { name: 'states', type: 'mood[]', values: ['sad', 'ok'] },
      { name: 'feels', type: 'feeling', values: ['sad', 'ok'] },
    ]);
    expect((await describeColumns('orders')).slice(2, 4)).toEqual([
      { name: 'total', type: 'numeric(10,2)', has_default: true, default: '0' },
      { name: 'tax', type: 'numeric', generated: 'stored', expression: '(total * 0.2)' },
    ]);
    expect(await describeColumns('totals')).toEqual([
      { name: 'user_id', type: 'integer' },
      { name: 'total', type: 'numeric' },
    ]);
  });
});

describe('RELATION', () => {
  it('says what a table has', async () => {
    expect(await describeRelation('orders')).toEqual({
      primary_key: ['id', 'at'],
      unique: [],
      checks: [{ name: 'positive', expression: '(total >= (0)::numeric)' }],
      foreign_keys: [
        {
          ...{ name: 'orders_user_id_fkey', columns: ['user_id'] },
          ...{ namespace: 'public', table: 'users', references: ['id'] },
        },
      ],
      referenced_by: [],
      indexes: [
        {
          ...{ name: 'orders_open', unique: false, columns: ['user_id', 'lower(total::text)'] },
          ...{ include: ['tax'], where: '(total > (0)::numeric)' },
        },
        { name: 'orders_pkey', unique: true, columns: ['id', 'at'] },
      ],
      policies: [
        {
          ...{ name: 'own', command: 'select', permissive: true, roles: ['public'] },
          using: '(user_id = 1)',
        },
      ],
      triggers: [
        {
          ...{ name: 'noted', timing: 'after', events: ['insert', 'update'] },
          ...{ for_each: 'row', function: 'note' },
        },
      ],
      partition_key: 'RANGE (at)',
      partitions: [
        {
          ...{ namespace: 'public', name: 'orders_2026' },
          bound: "FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
        },
      ],
    });
  });

  it('says what refers to a table', async () => {
    expect(await describeRelation('users')).toMatchObject({
      comment: 'People',
      unique: [['email']],
      referenced_by: [{ table: 'orders', columns: ['user_id'], references: ['id'] }],
    });
    expect(await describeRelation('orders_2026')).toMatchObject({
      partition_of: { namespace: 'public', name: 'orders' },
    });
  });
});

describe('objectsOf', () => {
  it('lists what was defined, and nothing that came with it', async () => {
    const objects = await objectsOf(postgres);
    const of = (kind: string) =>
      objects
        .filter((one) => one.kind === kind)
        .map(({ name }) => name)
        .sort();
    expect(of('type')).toEqual(['feeling', 'mood', 'pair', 'span']);
    expect(of('function')).toEqual(['note']);
    expect(of('sequence')).toEqual(['counter', 'users_id_seq']);
    expect(objects).toContainEqual({
      ...{ namespace: 'public', name: 'users', kind: 'table', comment: 'People' },
    });
    expect(objects).toContainEqual({
      ...{ namespace: 'public', name: 'orders_open', kind: 'index', table: 'orders' },
    });
    expect(countKinds(objects)).toEqual({
      ...{ table: 2, partitioned_table: 1, view: 1, sequence: 2, index: 6, type: 4, function: 1 },
    });
  });
});
