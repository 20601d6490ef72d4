import { Fault } from '@errata/core/fault';
import { beforeAll, describe, expect, it } from 'vitest';
import { createExposure } from '../policy/index.js';
import { readSchema, type Schema } from '../schema/index.js';
import { analyze, loadParser } from './index.js';
import { SHOP } from './testing/shop.js';

let schema: Schema;
beforeAll(async () => {
  await loadParser();
  schema = readSchema(SHOP);
});

const rules = {
  expose: {
    'public.users': { columns: ['id', 'name'] },
    'public.orders': { columns: '*' },
    'public.adults': { columns: '*' },
    'sales.*': { columns: '*' },
  },
} as const;

function answer(sql: string): unknown {
  const exposure = createExposure(rules, ['public']);
  try {
    return analyze(sql, { schema, exposure });
  } catch (error) {
    if (error instanceof Fault) return { reason: error.reason, ...error.context };
    throw error;
  }
}

const refused = (target: string, name: string) => ({ reason: 'MCP_NOT_ALLOWED', target, name });

describe('what MCP may not see', () => {
  it.each([
    ['SELECT * FROM products', refused('table', 'products')],
    ['SELECT * FROM public.products', refused('table', 'public.products')],
    ['SELECT * FROM audit.log', refused('schema', 'audit')],
    ['SELECT * FROM pg_class', refused('table', 'pg_class')],
    ['SELECT age FROM users', refused('column', 'age')],
    ['SELECT u.age FROM users u', refused('column', 'u.age')],
    ['SELECT u FROM users u', refused('column', 'u')],
    ['SELECT id FROM orders WHERE EXISTS (SELECT age FROM users)', refused('column', 'age')],
    ['SELECT 1 FROM orders JOIN users USING (age)', refused('column', 'age')],
    ['INSERT INTO users VALUES (1)', refused('column', 'users.*')],
    ['INSERT INTO users (id, age) VALUES (1, 2)', refused('column', 'age')],
    ['UPDATE users SET age = 1', refused('column', 'age')],
    ['DELETE FROM products', refused('table', 'products')],
    ['DROP TABLE products', refused('table', 'products')],
    ['WITH t AS (SELECT * FROM products) SELECT 1', refused('table', 'products')],
  ])('%s', (sql, expected) => {
    expect(answer(sql)).toEqual(expected);
  });

  it.each([
    ['SELECT * FROM products', 'products', 'prodacts'],
    ['SELECT * FROM sales.x, audit.log', 'audit', 'audits'],
    ['SELECT age FROM users', 'age', 'agg'],
    ['SELECT users.tags FROM users', 'tags', 'tagz'],
    ['SELECT 1 FROM users a JOIN users b USING (settings)', 'settings', 'setting'],
    ['UPDATE users SET email = NULL', 'email', 'emial'],
    ['SELECT id FROM users ORDER BY age', 'age', 'agg'],
    ['INSERT INTO users (email) VALUES (1)', 'email', 'emaik'],
  ])('%s gets the same answer where the name does not exist', (sql, existing, missing) => {
    const one = JSON.stringify(answer(sql));
    expect(one).toContain('MCP_NOT_ALLOWED');
    expect(JSON.stringify(answer(sql.replaceAll(existing, missing)))).toBe(
      one.replaceAll(existing, missing),
    );
  });

  it('is not suggested', () => {
    const text = JSON.stringify([
      answer('SELECT * FROM sales.product'),
      answer('SELECT x FROM orders'),
    ]);
    expect(text).not.toMatch(/products|"age|email/);
    expect(text).toContain('not_found');
  });

  it('is not part of a star', () => {
    expect(answer('SELECT * FROM users')).toMatchObject({
      statements: [{ columns: [{ name: 'id' }, { name: 'name' }], problems: [] }],
    });
  });

  it('may be under a view that may be seen', () => {
    expect(answer('SELECT age FROM adults')).toMatchObject({
      statements: [{ columns: [{ name: 'age', type: 'smallint' }], problems: [] }],
    });
  });
});

describe('a row that comes from somewhere else', () => {
  const DUMP = `
    CREATE SCHEMA sales; CREATE SCHEMA hr;
    CREATE TABLE public.users (id integer, name text, ssn text);
    CREATE TABLE hr.staff (id integer, salary money);
    CREATE TYPE hr.comp AS (base money);
    CREATE TABLE sales.leads (id integer, u public.users, c hr.comp);
    CREATE VIEW sales.vu AS SELECT u FROM public.users u;
    CREATE FUNCTION sales.getuser() RETURNS public.users LANGUAGE sql AS '';
    CREATE FUNCTION sales.getstaff() RETURNS SETOF hr.staff LANGUAGE sql AS '';`;
  const exposure = createExposure(
    { expose: { 'sales.*': { columns: '*' }, 'public.users': { columns: ['id', 'name'] } } },
    ['public'],
  );

  it.each([
    ['SELECT * FROM sales.getuser()', 'public.users'],
    ['SELECT (sales.getuser()).ssn', 'public.users'],
    ['SELECT (sales.getuser()).nothing', 'public.users'],
    ['SELECT (u).* FROM sales.leads', 'public.users'],
    ['SELECT (u).ssn FROM sales.leads', 'public.users'],
    ['SELECT (u).* FROM sales.vu', 'public.users'],
    ['SELECT * FROM sales.getstaff()', 'hr.staff'],
    ['SELECT (c).base FROM sales.leads', 'hr.comp'],
    ['UPDATE sales.leads SET u.ssn = 1', 'public.users'],
  ])('is not looked into where its columns are hidden: %s', (sql, type) => {
    const told = () => analyze(sql, { schema: readSchema(DUMP), exposure });
    expect(told).toThrow(expect.objectContaining({ context: { target: 'type', name: type } }));
  });

  it('is whole where all may be seen', () => {
    const all = createExposure({ expose: { '*': { columns: '*' } } }, ['public']);
    const { statements } = analyze('SELECT * FROM sales.getuser()', {
      schema: readSchema(DUMP),
      exposure: all,
    });
    expect(statements[0]?.columns.map(({ name }) => name)).toEqual(['id', 'name', 'ssn']);
  });
});
