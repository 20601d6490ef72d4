import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, expect, it } from 'vitest';
import { isOmitted } from './definition.js';
import { definitionOf } from './load-dump.js';
import { treatmentOf } from './treatments.js';

beforeAll(() => loadModule());

const nodeOf = (sql: string) => parseSync(sql).stmts![0]!.stmt!;
const sqlFor = (sql: string) => definitionOf(nodeOf(sql), sql)?.replace(/\s+/g, ' ').trim();

it.each([
  ['CREATE TABLE t (a int)'],
  ["CREATE TYPE mood AS ENUM ('sad', 'ok')"],
  ['CREATE VIEW v AS SELECT 1 AS one'],
  ['CREATE SEQUENCE s'],
  ['CREATE TRIGGER x BEFORE INSERT ON t EXECUTE FUNCTION f()'],
  ['CREATE RULE r AS ON INSERT TO t DO INSTEAD NOTHING'],
  ['CREATE POLICY p ON t TO reader USING (true)'],
  ["COMMENT ON TABLE t IS 'all of them'"],
  ['DROP TABLE IF EXISTS t'],
  ['ALTER TABLE t RENAME TO u'],
  ['ALTER TABLE ONLY t ADD CONSTRAINT t_pk PRIMARY KEY (a)'],
  ["ALTER TABLE t ADD COLUMN b text DEFAULT 'x'::text NOT NULL"],
  ["CREATE TABLE p PARTITION OF t FOR VALUES FROM (MINVALUE) TO ('2024-01-01'::date)"],
  ['CREATE MATERIALIZED VIEW m AS SELECT 1 AS one WITH NO DATA'],
])('executes as it is: %s', (sql) => {
  expect(sqlFor(sql)).toBe(sql);
});

const BODY = "LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'";
const EMPTY = "LANGUAGE plpgsql AS 'BEGIN RETURN; END'";

it.each([
  [
    'CREATE FUNCTION f(a int DEFAULT 1) RETURNS int LANGUAGE plpython3u STRICT IMMUTABLE COST 9 AS $$x$$',
    `CREATE FUNCTION f(a int DEFAULT 1) RETURNS int STRICT immutable ${BODY}`,
  ],
  ['CREATE FUNCTION f() RETURNS int RETURN 1', `CREATE FUNCTION f() RETURNS int ${BODY}`],
  [
    'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT 2; END',
    `CREATE FUNCTION f() RETURNS int ${BODY}`,
  ],
  [
    "CREATE FUNCTION f() RETURNS SETOF t AS 'obj', 'sym' LANGUAGE c WINDOW",
    `CREATE FUNCTION f() RETURNS SETOF t WINDOW ${EMPTY}`,
  ],
  [
    "CREATE FUNCTION f() RETURNS TABLE(a int) LANGUAGE sql AS 'SELECT 1'",
    `CREATE FUNCTION f() RETURNS TABLE(a int) ${EMPTY}`,
  ],
  [
    "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS ''",
    `CREATE FUNCTION f() RETURNS void ${EMPTY}`,
  ],
  [
    "CREATE FUNCTION f(é int, OUT b int) LANGUAGE sql AS ''",
    `CREATE FUNCTION f(é int, OUT b int) ${EMPTY}`,
  ],
  ["CREATE PROCEDURE p(a int) LANGUAGE sql AS ''", `CREATE PROCEDURE p(a int) ${EMPTY}`],
  ['CREATE TABLE c AS SELECT 1 AS a', 'CREATE TABLE c AS SELECT 1 AS a WITH NO DATA'],
  ['CREATE TABLE c AS TABLE t WITH DATA', 'CREATE TABLE c AS TABLE t WITH NO DATA'],
  [
    'CREATE MATERIALIZED VIEW m TABLESPACE fast AS SELECT 1 AS a',
    'CREATE MATERIALIZED VIEW m AS SELECT 1 AS a WITH NO DATA',
  ],
  ['SELECT a INTO s.c FROM t', 'CREATE TABLE "s"."c" AS SELECT a FROM t WITH NO DATA'],
  [
    "CREATE TABLE t (a text DEFAULT 'TABLESPACE x', UNIQUE (a) USING INDEX TABLESPACE i) TABLESPACE x",
    "CREATE TABLE t (a text DEFAULT 'TABLESPACE x', UNIQUE (a) )",
  ],
  [
    'CREATE UNIQUE INDEX CONCURRENTLY i ON t (a) TABLESPACE x WHERE a > 0',
    'CREATE UNIQUE INDEX i ON t (a) WHERE a > 0',
  ],
  [
    'CREATE DOMAIN d AS int DEFAULT f() CONSTRAINT x CHECK (f(VALUE)) NOT NULL',
    'CREATE DOMAIN d AS int CONSTRAINT "x" CHECK (true) NOT NULL',
  ],
  [
    'ALTER DOMAIN d ADD CONSTRAINT x CHECK (f(VALUE))',
    'ALTER DOMAIN d ADD CONSTRAINT "x" CHECK (true)',
  ],
  [
    'ALTER TABLE t ADD COLUMN a int DEFAULT f() NOT NULL, OWNER TO me, DROP COLUMN c',
    'ALTER TABLE t ADD COLUMN a int NOT NULL, ALTER COLUMN "a" SET DEFAULT f() , DROP COLUMN c',
  ],
  ['CREATE TABLE p PARTITION OF t FOR VALUES IN (pg_sleep(1e9))', 'CREATE TABLE "p" (LIKE "t")'],
  ['CREATE SCHEMA s AUTHORIZATION me CREATE TABLE t ()', 'CREATE SCHEMA "s"'],
  ['CREATE SCHEMA AUTHORIZATION me', 'CREATE SCHEMA "me"'],
  ["CREATE ROLE r SUPERUSER PASSWORD 'x'", 'CREATE ROLE "r"'],
  [
    "CREATE EXTENSION hstore WITH SCHEMA s VERSION '1.4'",
    'CREATE EXTENSION IF NOT EXISTS "hstore" SCHEMA "s" CASCADE',
  ],
  ['CREATE FOREIGN DATA WRAPPER w HANDLER h VALIDATOR v', 'CREATE FOREIGN DATA WRAPPER "w"'],
  ["SELECT pg_catalog.set_config('search_path', '', false)", "SET search_path = ''"],
  [
    "SELECT set_config('search_path', '\"$user\", Sales', true)",
    'SET search_path = "$user", "sales"',
  ],
  ['SET LOCAL search_path TO a, "B"', 'SET search_path = "a", "B"'],
  ['RESET search_path', 'RESET search_path'],
  ['RESET ALL', 'RESET search_path'],
  ['CREATE TYPE s.b (INPUT = i, OUTPUT = o)', 'CREATE DOMAIN sql_fun_stub."b" AS text'],
])('rewrites %s', (sql, expected) => {
  expect(sqlFor(sql)).toBe(expected);
});

it.each([
  ['INSERT INTO t VALUES (1)', 'Data'],
  ['COPY t FROM stdin', 'Data'],
  ["SELECT pg_catalog.setval('s', 1)", 'Nothing in a dump is run'],
  ['DO $$ BEGIN END $$', 'Nothing in a dump is run'],
  ['CALL p()', 'Nothing in a dump is run'],
  ['REFRESH MATERIALIZED VIEW m', 'Nothing in a dump is run'],
  ['CREATE TABLE c AS EXECUTE q', 'Nothing in a dump is run'],
  ["CREATE CONVERSION c FOR 'UTF8' TO 'LATIN1' FROM f", 'Nothing in a dump is run'],
  ['GRANT SELECT ON t TO me', 'Roles have no privileges'],
  ['ALTER TABLE t OWNER TO me', 'Roles have no privileges'],
  ['ALTER FUNCTION f() OWNER TO me', 'Roles have no privileges'],
  ['ALTER DEFAULT PRIVILEGES FOR ROLE x GRANT SELECT ON TABLES TO y', 'Roles have no privileges'],
  ["SECURITY LABEL ON TABLE t IS 'x'", 'Roles have no privileges'],
  ['SET statement_timeout = 0', 'Settings'],
  ["ALTER SYSTEM SET work_mem = '1GB'", 'Settings'],
  ['ALTER FUNCTION f() SET search_path = a', 'Settings'],
  ['BEGIN', 'Transactions'],
  ['VACUUM t', 'Maintenance'],
  ["CREATE TABLESPACE x LOCATION '/x'", 'Databases, tablespaces'],
  ["CREATE SUBSCRIPTION s CONNECTION 'host=x' PUBLICATION p", 'Databases, tablespaces'],
  ['ALTER TABLE t SET TABLESPACE x', 'Databases, tablespaces'],
  ['CREATE LANGUAGE plperl', 'Languages'],
  ["COMMENT ON EXTENSION postgis IS 'x'", 'Extensions'],
  ['CREATE EXTENSION postgis', 'The extension is not available'],
  ['CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION f()', 'Event triggers'],
  ['CREATE TYPE b', 'A type without a definition'],
  ['ALTER TABLE t ATTACH PARTITION p FOR VALUES IN (pg_sleep(1))', 'The partition is not attached'],
  ['ALTER DOMAIN d SET DEFAULT f()', 'Nothing in a dump is run'],
  [
    "CREATE FUNCTION pg_catalog.now() RETURNS timestamptz LANGUAGE sql AS ''",
    'Functions of PostgreSQL itself',
  ],
])('leaves out %s: %s', (sql, why) => {
  const treatment = treatmentOf(nodeOf(sql), sql);
  expect(isOmitted(treatment) && treatment.omitted).toMatch(new RegExp(`^${why}`));
});
