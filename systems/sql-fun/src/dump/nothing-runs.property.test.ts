import fc from 'fast-check';
import { loadModule } from 'libpg-query';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmpty } from '../../lab/testing/open-empty.js';
import type { Postgres } from '../engine/postgres.js';
import { loadDump } from './load-dump.js';
import { readDump } from './read-dump.js';

let postgres: Postgres;
beforeAll(async () => {
  await loadModule();
  postgres = await openEmpty();
});
afterAll(() => postgres.close());

const LANGUAGES = [
  "LANGUAGE sql AS 'INSERT INTO canary VALUES (1); SELECT 1'",
  "LANGUAGE plpgsql AS 'BEGIN INSERT INTO canary VALUES (1); RETURN 1; END'",
  'LANGUAGE sql BEGIN ATOMIC INSERT INTO canary VALUES (1) RETURNING a; END',
  "LANGUAGE internal AS 'pg_backend_pid'",
  "LANGUAGE plpython3u AS 'x'",
  "RETURN nextval('canary_seq')::int",
];

/** Each would leave a trace, or would never end. */
const EXPRESSIONS = [
  'evil()',
  "nextval('canary_seq')::int",
  "length(set_config('work_mem', '77MB', false))",
  // It is stable, and reads every view.
  "length(schema_to_xml('public', true, true, '')::text)",
  'length(pg_sleep(1e9)::text)',
  '(SELECT count(*) FROM generate_series(1, 1e15))::int',
  "lo_import('/etc/passwd')::int",
  "length(pg_read_file('/etc/passwd'))",
  "length(query_to_xml('INSERT INTO canary VALUES (1) RETURNING a', true, true, '')::text)",
];

const STATEMENTS: readonly ((x: string) => string)[] = [
  (x) => `CREATE TABLE t1 (a int DEFAULT ${x}, b int CHECK (${x} > 0), c serial)`,
  (x) => `CREATE TABLE t2 (a int, b int GENERATED ALWAYS AS (${x} + a) STORED)`,
  (x) => `CREATE TABLE t3 (a int) PARTITION BY RANGE ((${x}))`,
  (x) => `CREATE TABLE t4 PARTITION OF parent FOR VALUES IN (${x})`,
  (x) => `CREATE TABLE t5 (a int); ALTER TABLE parent ATTACH PARTITION t5 FOR VALUES IN (${x})`,
  (x) => `ALTER TABLE base ADD COLUMN b int DEFAULT ${x} NOT NULL, ADD CHECK (${x} > 0)`,
  (x) => `ALTER TABLE base ALTER COLUMN a TYPE bigint USING ${x}`,
  (x) => `CREATE INDEX ON base ((${x} + a)) WHERE ${x} > 0`,
  (x) => `CREATE STATISTICS st ON (${x} + a), a FROM base`,
  (x) =>
    `CREATE DOMAIN d1 AS int DEFAULT ${x} CHECK (${x} > VALUE); ALTER TABLE base ADD COLUMN d d1`,
  (x) => `CREATE DOMAIN d2 AS int CHECK (${x} > VALUE); CREATE TYPE c2 AS (a d2);
    CREATE TABLE t6 (a c2 DEFAULT '(1)', b d2[] DEFAULT '{1}'); ALTER TABLE base ADD COLUMN e d2 DEFAULT 1`,
  (
    x,
  ) => `CREATE DOMAIN d3 AS int CHECK (${x} > VALUE); CREATE TABLE t7 (a d3) PARTITION BY LIST (a);
    CREATE TABLE t8 PARTITION OF t7 FOR VALUES IN (1)`,
  (
    x,
  ) => `CREATE DOMAIN d4 AS int; ALTER DOMAIN d4 ADD CONSTRAINT y CHECK (${x} > 0); ALTER DOMAIN d4 SET DEFAULT ${x};
    CREATE AGGREGATE ag(int) (SFUNC = int4pl, STYPE = d4, INITCOND = '1'); ALTER TABLE base ADD COLUMN f d4`,
  (x) =>
    `CREATE DOMAIN d5 AS int CHECK (${x} > 0); CREATE TYPE r5 AS RANGE (SUBTYPE = d5); CREATE VIEW v5 AS SELECT '[1,2]'::r5 AS r`,
  (x) => `SELECT ${x}`,
  (x) => `VALUES (${x})`,
  (x) => `SELECT ${x} AS x INTO t9`,
  (x) => `CREATE TABLE t10 AS SELECT ${x} AS x -- no data`,
  (x) => `CREATE MATERIALIZED VIEW m1 AS SELECT ${x} AS x; REFRESH MATERIALIZED VIEW m1`,
  (x) =>
    `CREATE VIEW v1 AS SELECT ${x} AS x; EXPLAIN ANALYZE SELECT ${x}; COPY (SELECT ${x}) TO '/tmp/x'`,
  (x) => `PREPARE p AS SELECT ${x}; EXECUTE p; CREATE TABLE t11 AS EXECUTE p`,
  (x) => `BEGIN; DECLARE c CURSOR FOR SELECT ${x}; FETCH ALL FROM c; COMMIT`,
  (x) =>
    `INSERT INTO base VALUES (${x}); UPDATE base SET a = ${x}; DELETE FROM base WHERE a = ${x}`,
  (x) => `DO $$ BEGIN PERFORM ${x.replaceAll('$', '')}; END $$; CALL worse()`,
  (x) => `CREATE RULE ru AS ON INSERT TO base DO ALSO SELECT ${x}`,
  (x) => `CREATE POLICY po ON base USING (${x} > 0)`,
  (x) =>
    `CREATE TRIGGER tr BEFORE INSERT ON base FOR EACH ROW WHEN (${x} > 0) EXECUTE FUNCTION tf()`,
  (x) =>
    `CREATE FUNCTION g(a int DEFAULT ${x}) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE VIEW v2 AS SELECT g() AS g`,
  (x) => `CREATE SCHEMA s1 CREATE VIEW v AS SELECT ${x} AS x CREATE TABLE t (a int DEFAULT ${x})`,
  () =>
    `CREATE EVENT TRIGGER ev ON ddl_command_end EXECUTE FUNCTION ef(); CREATE TABLE t12 (a int)`,
  () =>
    `CREATE CAST (text AS int) WITH FUNCTION evil(text) AS IMPLICIT; CREATE TABLE t13 (a int DEFAULT 'x'::text)`,
  () =>
    `CREATE CONVERSION co FOR 'UTF8' TO 'LATIN1' FROM evil; ALTER SYSTEM SET work_mem = '77MB'; SET work_mem = '77MB'`,
  () => `ALTER DATABASE postgres SET work_mem = '77MB'; ALTER ROLE postgres SET work_mem = '77MB'`,
  () =>
    `CREATE TYPE b1; CREATE FUNCTION b1_in(cstring) RETURNS b1 LANGUAGE internal AS 'int4in'; CREATE TYPE b1 (INPUT = b1_in, OUTPUT = b1_in)`,
  () =>
    `CREATE FOREIGN DATA WRAPPER w VALIDATOR va; CREATE SERVER se FOREIGN DATA WRAPPER w OPTIONS (a 'b')`,
];

const dumps = fc.record({
  language: fc.constantFrom(...LANGUAGES),
  volatility: fc.constantFrom('IMMUTABLE', 'STABLE', 'VOLATILE'),
  parts: fc.array(fc.tuple(fc.constantFrom(...STATEMENTS), fc.constantFrom(...EXPRESSIONS)), {
    minLength: 1,
    maxLength: 12,
  }),
});

const head = (volatility: string, language: string) => `
  CREATE TABLE canary (a int); CREATE SEQUENCE canary_seq; CREATE VIEW canary_view AS SELECT nextval('canary_seq');
  CREATE TABLE base (a int); CREATE TABLE parent (a int) PARTITION BY LIST (a);
  CREATE FUNCTION evil() RETURNS int ${volatility} ${language};
  CREATE FUNCTION evil(text) RETURNS int ${volatility} ${language};
  CREATE PROCEDURE worse() LANGUAGE sql AS 'INSERT INTO canary VALUES (1)';
  CREATE FUNCTION tf() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO canary VALUES (1); RETURN NEW; END';
  CREATE FUNCTION ef() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO canary VALUES (1); END';
  CREATE FUNCTION va(text[], oid) RETURNS void LANGUAGE plpgsql AS 'BEGIN INSERT INTO canary VALUES (1); END';`;

const TRACES = `SELECT (SELECT count(*)::int FROM canary) AS rows, (SELECT is_called FROM canary_seq) AS called,
  (SELECT count(*)::int FROM base) AS base, current_setting('work_mem') AS work_mem, (SELECT count(*)::int FROM pg_event_trigger) AS events,
  (SELECT count(*)::int FROM pg_db_role_setting) AS settings, (SELECT count(*)::int FROM pg_largeobject_metadata) AS objects,
  (SELECT count(*)::int FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'i') AND prosrc !~ '^BEGIN RETURN( NULL)?; END$') AS bodies`;

const CLEAN = `DROP SCHEMA public CASCADE; DROP SCHEMA sql_fun_stub CASCADE; DROP SCHEMA IF EXISTS s1 CASCADE; CREATE SCHEMA public;
  DROP FOREIGN DATA WRAPPER IF EXISTS w CASCADE`;

async function expectNoTrace(dump: string): Promise<void> {
  await loadDump(readDump(dump), postgres);
  const traces = await postgres.rows(TRACES);
  expect(await postgres.run(CLEAN)).toBeUndefined();
  expect(traces).toEqual([
    {
      rows: 0,
      called: false,
      base: 0,
      work_mem: '4MB',
      events: 0,
      settings: 0,
      objects: 0,
      bodies: 0,
    },
  ]);
}

it.each(EXPRESSIONS)('runs nothing of a dump with %s in every place', async (x) => {
  const all = STATEMENTS.map((statement) => statement(x)).join('\n;\n');
  await expectNoTrace(`${head('IMMUTABLE', LANGUAGES[0]!)}${all};`);
});

it('runs nothing of any dump', async () => {
  await fc.assert(
    fc.asyncProperty(dumps, async ({ language, volatility, parts }) => {
      const body = parts.map(([statement, x]) => statement(x)).join('\n;\n');
      await expectNoTrace(`${head(volatility, language)}${body};`);
    }),
    { numRuns: 30 },
  );
});
