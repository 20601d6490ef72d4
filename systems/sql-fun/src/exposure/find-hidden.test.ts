import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { createExposure } from '../policy/exposure.js';
import { descendantsOf, readSyntax } from '../query/syntax.js';
import { findHidden, hiddenName } from './find-hidden.js';

beforeAll(() => loadModule());

const path = ['public'];
const exposure = createExposure(
  {
    expose: {
      'public.users': { columns: ['id', 'name'] },
      'public.orders': { columns: '*' },
      'sales.*': { columns: '*' },
    },
  },
  path,
);
const types = new Set(['public.mood']);

function answer(sql: string, made = new Set<string>()): string {
  const hidden = findHidden(sql, { exposure, path, types, made });
  return hidden === undefined ? 'allowed' : `${hidden.target} ${hidden.name}`;
}

describe('a name that is not exposed is refused', () => {
  it.each([
    // relations of queries
    ['SELECT * FROM products', 'table products'],
    ['SELECT * FROM public.products', 'table public.products'],
    ['SELECT * FROM audit.log', 'schema audit'],
    ['SELECT * FROM pg_class', 'table pg_class'],
    ['SELECT * FROM pg_catalog.pg_class', 'schema pg_catalog'],
    ['SELECT * FROM information_schema.tables', 'schema information_schema'],
    ['SELECT (SELECT 1 FROM products)', 'table products'],
    ['SELECT 1 FROM orders JOIN products ON true', 'table products'],
    ['SELECT 1 FROM orders, LATERAL (SELECT 1 FROM products) x', 'table products'],
    ['SELECT 1 FROM orders UNION SELECT 1 FROM products', 'table products'],
    ['SELECT 1 FROM products TABLESAMPLE system (1)', 'table products'],
    ['TABLE products', 'table products'],
    ['WITH t AS (SELECT * FROM products) SELECT 1', 'table products'],
    ['WITH products AS (SELECT * FROM products) SELECT 1', 'table products'],
    ['WITH products AS (SELECT 1) SELECT * FROM public.products', 'table public.products'],
    ['WITH products AS (SELECT 1) DELETE FROM products', 'table products'],
    ['SELECT (WITH products AS (SELECT 1) TABLE products) FROM products', 'table products'],
    ['DELETE FROM orders USING products', 'table products'],
    ['UPDATE orders SET id = 1 FROM products', 'table products'],
    ['MERGE INTO orders USING products ON true WHEN MATCHED THEN DELETE', 'table products'],
    // columns
    ['SELECT age FROM users', 'column age'],
    ['SELECT u.age FROM users u', 'column u.age'],
    ['SELECT users.age FROM public.users', 'column users.age'],
    ['SELECT public.users.age FROM users', 'column public.users.age'],
    ['SELECT u FROM users u', 'column u'],
    ['SELECT (u).age FROM users u', 'column u'],
    ['SELECT u.ctid FROM users u', 'column u.ctid'],
    ['SELECT 1 FROM orders WHERE EXISTS (SELECT u.age FROM users u)', 'column u.age'],
    ['SELECT 1 FROM orders JOIN users USING (age)', 'column age'],
    [
      'SELECT 1 FROM orders o JOIN LATERAL (SELECT 1 FROM users u WHERE u.age = o.id) x ON true',
      'column u.age',
    ],
    ['INSERT INTO users VALUES (1)', 'column users.*'],
    ['INSERT INTO public.users SELECT 1', 'column public.users.*'],
    ['INSERT INTO users (id, age) VALUES (1, 2)', 'column age'],
    ['INSERT INTO users (id) VALUES (1) ON CONFLICT (age) DO NOTHING', 'column age'],
    ['INSERT INTO users (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET age = 1', 'column age'],
    [
      'INSERT INTO users (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = excluded.age',
      'column excluded.age',
    ],
    ['INSERT INTO users (id) VALUES (1) RETURNING age', 'column age'],
    ['INSERT INTO users (id) VALUES (1) RETURNING new.age', 'column new.age'],
    ['INSERT INTO users (id) VALUES (1) RETURNING WITH (NEW AS n) n.age', 'column n.age'],
    ['UPDATE users SET age = 1', 'column age'],
    ['UPDATE users SET (id, age) = (1, 2)', 'column age'],
    ['DELETE FROM users WHERE age = 1', 'column age'],
    ['MERGE INTO users u USING orders o ON u.age = o.id WHEN MATCHED THEN DELETE', 'column u.age'],
    [
      'MERGE INTO users u USING orders o ON true WHEN NOT MATCHED THEN INSERT VALUES (1)',
      'column users.*',
    ],
    // other things
    ['SELECT public.greet(1)', 'function public.greet'],
    ['SELECT * FROM public.greet(1)', 'function public.greet'],
    ['SELECT * FROM ROWS FROM (hidden.f(1)) x', 'function hidden.f'],
    ['CALL hidden.f(1)', 'function hidden.f'],
    ["SELECT 'x'::hidden.t", 'type hidden.t'],
    ["SELECT '{}'::public.users[]", 'type public.users'],
    ['SELECT NULL::information_schema.sql_identifier', 'type information_schema.sql_identifier'],
    ['SELECT 1 OPERATOR(public.+) 1', 'operator public.+'],
    ['SELECT 1 ORDER BY 1 USING OPERATOR(public.<)', 'operator public.<'],
    ["SELECT 'a' COLLATE hidden.c", 'collation hidden.c'],
    // the query inside
    ['EXPLAIN SELECT 1 FROM products', 'table products'],
    ['COPY (SELECT 1 FROM products) TO STDOUT', 'table products'],
    ['CREATE VIEW v AS SELECT 1 FROM products', 'table products'],
    ['CREATE TABLE v AS SELECT 1 FROM products', 'table products'],
    ['PREPARE p AS SELECT 1 FROM products', 'table products'],
    ['DECLARE c CURSOR FOR SELECT 1 FROM products', 'table products'],
    ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1 FROM products; END', 'table products'],
    ['CREATE RULE r AS ON INSERT TO orders DO ALSO DELETE FROM products', 'table products'],
    // statements that are not queries
    ['TRUNCATE orders, products', 'table products'],
    ['LOCK hidden.t', 'schema hidden'],
    ['DROP TABLE products', 'table products'],
    ['DROP VIEW orders, hidden.v', 'schema hidden'],
    ['DROP SEQUENCE public.counter', 'table public.counter'],
    ['DROP SCHEMA hidden', 'schema hidden'],
    ['DROP INDEX hidden.i', 'schema hidden'],
    ['DROP TRIGGER t ON products', 'table products'],
    ['DROP POLICY p ON hidden.t', 'schema hidden'],
    ['DROP FUNCTION hidden.f(int)', 'function hidden.f'],
    ['DROP FUNCTION sales.f(hidden.t)', 'type hidden.t'],
    ['DROP OPERATOR hidden.+ (int, int)', 'operator hidden.+'],
    ['DROP TYPE hidden.t', 'type hidden.t'],
    ['DROP COLLATION hidden.c', 'collation hidden.c'],
    ['DROP TEXT SEARCH CONFIGURATION hidden.c', 'text search configuration hidden.c'],
    ['DROP OPERATOR CLASS hidden.o USING btree', 'operator class hidden.o'],
    ['ALTER TABLE products ADD x int', 'table products'],
    ['ALTER TABLE users DROP COLUMN age', 'column age'],
    ['ALTER TABLE users ALTER age SET NOT NULL', 'column age'],
    ['ALTER TABLE users ADD CHECK (age > 1)', 'column age'],
    ['ALTER TABLE users ADD UNIQUE (age)', 'column age'],
    ['ALTER TABLE orders ADD FOREIGN KEY (id) REFERENCES products', 'table products'],
    ['ALTER TABLE orders ADD FOREIGN KEY (id) REFERENCES users (age)', 'column age'],
    ['ALTER TABLE users ADD FOREIGN KEY (age) REFERENCES orders', 'column age'],
    ['ALTER TABLE orders ATTACH PARTITION products DEFAULT', 'table products'],
    ['ALTER TABLE orders INHERIT products', 'table products'],
    ['ALTER TABLE orders ALTER id TYPE hidden.t', 'type hidden.t'],
    ['ALTER TABLE orders SET SCHEMA hidden', 'schema hidden'],
    ['ALTER TABLE users RENAME age TO years', 'column age'],
    ['ALTER SEQUENCE sales.s OWNED BY public.users.age', 'column age'],
    ['ALTER SEQUENCE sales.s OWNED BY products.id', 'table products'],
    ["ALTER TYPE hidden.t ADD VALUE 'x'", 'type hidden.t'],
    ['ALTER FUNCTION hidden.f() STABLE', 'function hidden.f'],
    ['ALTER SCHEMA hidden RENAME TO seen', 'schema hidden'],
    ["COMMENT ON TABLE products IS ''", 'table products'],
    ["COMMENT ON COLUMN users.age IS ''", 'column age'],
    ["COMMENT ON CONSTRAINT c ON products IS ''", 'table products'],
    ["COMMENT ON FUNCTION hidden.f() IS ''", 'function hidden.f'],
    ['CREATE INDEX ON users (age)', 'column age'],
    ['CREATE INDEX ON users (id) INCLUDE (age)', 'column age'],
    ['CREATE INDEX ON users (id) WHERE age > 1', 'column age'],
    ['CREATE INDEX ON users ((age + 1))', 'column age'],
    ['CREATE INDEX ON orders (id hidden.ops)', 'operator class hidden.ops'],
    ['CREATE STATISTICS s ON id, age FROM users', 'column age'],
    ['CREATE TRIGGER t BEFORE UPDATE OF age ON users EXECUTE FUNCTION sales.f()', 'column age'],
    [
      'CREATE TRIGGER t BEFORE UPDATE ON users FOR EACH ROW WHEN (old.age > 1) EXECUTE FUNCTION sales.f()',
      'column old.age',
    ],
    ['CREATE TRIGGER t BEFORE UPDATE ON orders EXECUTE FUNCTION hidden.f()', 'function hidden.f'],
    ['CREATE POLICY p ON users USING (age > 1)', 'column age'],
    ['CREATE TABLE t (x hidden.t)', 'type hidden.t'],
    ['CREATE TABLE t (x int REFERENCES products)', 'table products'],
    ['CREATE TABLE t (LIKE products)', 'table products'],
    ['CREATE TABLE t () INHERITS (products)', 'table products'],
    ['CREATE TABLE t PARTITION OF products DEFAULT', 'table products'],
    ['CREATE TABLE hidden.t (x int)', 'schema hidden'],
    ['CREATE SCHEMA hidden', 'schema hidden'],
    ['CREATE FUNCTION hidden.f() RETURNS int RETURN 1', 'schema hidden'],
    ['COPY products FROM STDIN', 'table products'],
    ['COPY users (age) FROM STDIN', 'column age'],
    ['GRANT SELECT ON products TO x', 'table products'],
    ['GRANT SELECT (age) ON users TO x', 'column age'],
    ['VACUUM products', 'table products'],
    ['ANALYZE users (age)', 'column age'],
    ['REFRESH MATERIALIZED VIEW products', 'table products'],
    ['CREATE PUBLICATION p FOR TABLE users (age)', 'column age'],
    ['SELECT 1; SELECT 2 FROM products', 'table products'],
    ['CREATE OR REPLACE VIEW users AS SELECT 1', 'column users.*'],
    // names that count what there is
    ["SELECT 'pg_toast.pg_toast_16400'::regclass", 'name pg_toast'],
    [`SELECT '{"PG\\_toast.x"}'::regclass[]`, 'name PG_toast'],
    ["SELECT nextval(E'pg\\x5ftoast.x')", 'name pg_toast'],
    ['DROP TRIGGER "RI_ConstraintTrigger_c_16400" ON orders', 'name RI_ConstraintTrigger'],
  ])('%s', (sql, expected) => {
    expect(answer(sql)).toBe(expected);
  });
});

it.each([
  'SELECT * FROM users',
  'SELECT u.*, o.age FROM users u JOIN orders o ON o.id = u.id',
  'SELECT age FROM users, orders',
  'SELECT u.name FROM users u WHERE u.id IN (SELECT id FROM sales.anything)',
  'SELECT (SELECT age FROM users) FROM orders',
  'SELECT id AS x FROM users ORDER BY x',
  'SELECT count(*) AS n, name AS x FROM users GROUP BY x',
  'SELECT a FROM users u (a, b)',
  'SELECT x.y FROM generate_series(1, 2) AS x (y)',
  'SELECT j.age FROM (users u JOIN orders o ON true) AS j',
  'WITH products AS (SELECT 1 AS age) SELECT age, products.age FROM products',
  'WITH RECURSIVE products AS (SELECT 1 UNION SELECT 2 FROM products) TABLE products',
  'SELECT 1 FROM users u FOR UPDATE OF u',
  'UPDATE orders SET id = new.x FROM sales.a new',
  'SELECT pg_catalog.now(), pg_catalog.upper(name)::pg_catalog.int4 FROM users',
  "SELECT 'ok'::public.mood, 'x'::text, '{}'::int[]",
  'SELECT sales.f(1), greet(1)',
  'INSERT INTO users (id, name) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET name = excluded.name',
  'INSERT INTO orders VALUES (1)',
  'INSERT INTO users DEFAULT VALUES',
  'CREATE TABLE payroll (salary money, CHECK (salary > 0), UNIQUE (salary)); SELECT salary FROM payroll',
  'CREATE OR REPLACE VIEW v AS SELECT 1; CREATE OR REPLACE VIEW orders AS SELECT 1',
  'CREATE VIEW public.v AS SELECT 1 AS age; SELECT v.age FROM v',
  'CREATE TEMP TABLE t AS SELECT 1; DROP TABLE t',
  'ALTER TABLE users ADD COLUMN age int',
  'ALTER TABLE users DROP CONSTRAINT age',
  'DROP INDEX orders_by_user',
  'CREATE INDEX ON users (id, name)',
  "COMMENT ON COLUMN users.name IS ''",
])('allows %s', (sql) => {
  expect(answer(sql)).toBe('allowed');
});

it('knows what earlier statements of a text created', () => {
  const made = new Set<string>();
  expect(answer('CREATE TABLE payroll (salary money)', made)).toBe('allowed');
  expect(answer('SELECT salary FROM public.payroll', made)).toBe('allowed');
  expect(answer('SELECT salary FROM payroll')).toBe('table payroll');
});

it.each([
  ['SELECT age FROM users, orders', 'ColumnRef', { target: 'column', name: 'age' }],
  ['SELECT id FROM users ORDER BY age', 'ColumnRef:age', { target: 'column', name: 'age' }],
  [
    'SELECT j.age FROM (users u JOIN orders o ON true) j',
    'ColumnRef',
    { target: 'column', name: 'j.age' },
  ],
  ['SELECT o.age FROM users, orders o', 'ColumnRef', undefined],
  ['SELECT x.age FROM users', 'ColumnRef', undefined],
  ['SELECT age FROM orders', 'ColumnRef', undefined],
  ['SELECT (SELECT age FROM orders) FROM users', 'ColumnRef', { target: 'column', name: 'age' }],
  ['SELECT greet(1)', 'FuncCall', { target: 'function', name: 'greet' }],
  ['SELECT sales.greet(1)', 'FuncCall', undefined],
  ["SELECT 'payroll'::regclass", 'A_Const', { target: 'table', name: 'payroll' }],
  ["SELECT 'nowhere.x'::regclass", 'A_Const', { target: 'schema', name: 'nowhere' }],
  ["SELECT nextval('sales.x')", 'A_Const', undefined],
  ["SELECT ''::mood", 'TypeName', { target: 'type', name: 'mood' }],
])('a missing name of %s may be hidden: %s', (sql, wanted, expected) => {
  const [kind, field] = wanted.split(':');
  const node = [...descendantsOf(readSyntax(sql).root)].find(
    (one) => one.kind === kind && JSON.stringify(one.members).includes(field ?? ''),
  );
  expect(hiddenName({ node, target: 'table' }, { exposure, path })).toEqual(expected);
});

it('calls a function missing where all of the path is exposed', () => {
  const node = readSyntax('SELECT greet(1)').root;
  const call = [...descendantsOf(node)].find(({ kind }) => kind === 'FuncCall')!;
  expect(
    hiddenName({ node: call, target: 'function' }, { exposure, path: ['sales'] }),
  ).toBeUndefined();
});
