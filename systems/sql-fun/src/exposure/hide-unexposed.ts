import { STUB_SCHEMA } from '../dump/loaded-dump.js';
import type { Postgres } from '../engine/postgres.js';
import { CLEAN_UP, CUT_TIES, DROP_HIDDEN, MARK_NEEDED, MOVE_NEEDED } from './cut-ties.js';
import { MOVE_PARTS, READ_VIEWS_AGAIN, STUB_VIEWS, UNNAME_COLUMNS } from './cut-ties.js';
import { DOOMED, listHidden, oids, sortByPolicy } from './hidden-things.js';
import type { NameRules } from './sources.js';

export interface HiddenDatabase {
  /** Views that read hidden things, by number: they have their columns, and PostgreSQL refuses to write to them (55000). */
  readonly stubViews: readonly number[];
  /** Types of columns that may be seen, as `schema.name`, in schemas that are not wholly exposed. */
  readonly types: readonly string[];
}

const REFUSED = 'cannot hide what is not exposed';

/** The second lock: removes from a copy of the database everything that may not be seen. After an error the copy must not be used. */
export async function hideUnexposed(postgres: Postgres, rules: NameRules): Promise<HiddenDatabase> {
  const run = async (sql: string) => {
    const error = await postgres.run(sql);
    if (error !== undefined) throw new Error(`${REFUSED}: ${error.message}`);
  };
  const runAll = async <Row extends { sql: string }>(query: string) => {
    const rows = await postgres.rows<Row>(query);
    for (const { sql } of rows) await run(sql);
    return rows;
  };
  await run(BEGIN);
  try {
    const before = await sortByPolicy(postgres, rules);
    const { seen, hiddenRelations, partly } = before;
    const hiding = seen.filter(({ hides }) => hides).map(({ oid }) => oid);
    await run(listHidden(before));
    while ((await postgres.rows(MARK_NEEDED)).length > 0);
    await run(MOVE_NEEDED);
    for (const query of CUT_TIES) await runAll(query);
    await run(UNNAME_COLUMNS);
    const stubs = await runAll<{ oid: number; sql: string }>(STUB_VIEWS(hiding));
    const types = await postgres.rows<{ name: string }>(TYPES(partly));
    await run(DROP_HIDDEN);
    await runAll(READ_VIEWS_AGAIN(hiding));
    await run(MOVE_PARTS(hiding, hiddenRelations));
    await runAll(UNUSED_STUBS);
    await run(CLEAN_UP);
    await run(DROP_ROLES);
    const views = await postgres.rows<{ oid: number }>(OVER_STUBS, [stubs.map(({ oid }) => oid)]);

    // What may be seen is there, and nothing else is.
    const after = await sortByPolicy(postgres, rules);
    const kept = new Set(after.seen.map((one) => JSON.stringify(one)));
    const lost = seen.find((one) => !kept.has(JSON.stringify(one)));
    if (lost !== undefined)
      throw new Error(`${REFUSED}: ${lost.name} would lose something exposed`);
    await run(listHidden(after));
    const [left] = await postgres.rows<{ what: string }>(
      `SELECT pg_describe_object(classid, objid, subid) AS what FROM ${DOOMED}.hidden LIMIT 1`,
    );
    if (left !== undefined) throw new Error(`${REFUSED}: ${left.what} is left`);
    await run(`DROP SCHEMA ${DOOMED} CASCADE`);
    await run('COMMIT');
    return { stubViews: views.map(({ oid }) => oid), types: types.map(({ name }) => name) };
  } catch (thrown) {
    await postgres.run('ROLLBACK');
    throw thrown;
  }
}

/** Nothing of the database may run meanwhile, and all names are spelt with their schema. */
const BEGIN = `
  BEGIN;
  SET LOCAL search_path = ''; SET LOCAL session_replication_role = replica; SET LOCAL event_triggers = off;
  SET LOCAL check_function_bodies = off; SET LOCAL row_security = off;
  CREATE SCHEMA IF NOT EXISTS ${STUB_SCHEMA};`;

const TYPES = (partly: readonly number[]) => `
  SELECT n.nspname || '.' || t.typname AS name FROM ${DOOMED}.seen_type s JOIN pg_type t ON t.oid = s.oid
  JOIN pg_namespace n ON n.oid = t.typnamespace WHERE n.oid = ANY (${oids(partly)}) ORDER BY 1`;

/** Types that a dump does not define, and that only hidden things had. */
const UNUSED_STUBS = `
  SELECT format('DROP DOMAIN %s', t.oid::regtype) AS sql FROM pg_type t
  WHERE t.typnamespace = '${STUB_SCHEMA}'::regnamespace AND t.typtype = 'd' AND NOT EXISTS (SELECT FROM pg_depend d
    WHERE d.refclassid = 'pg_type'::regclass AND d.refobjid IN (t.oid, t.typarray) AND d.deptype <> 'i')`;

/** Roles that nothing refers to, except as an owner or in GRANT. */
const DROP_ROLES = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT rolname FROM pg_catalog.pg_roles r WHERE rolname !~ '^pg_' AND rolname <> current_user
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_shdepend d WHERE d.refobjid = r.oid AND d.deptype = 'r') LOOP
      EXECUTE format('REASSIGN OWNED BY %I TO CURRENT_USER; DROP OWNED BY %1$I; DROP ROLE %1$I', name);
    END LOOP;
  END $$`;

const OVER_STUBS = `
  WITH RECURSIVE stub (oid) AS (
    SELECT unnest($1::oid[]) UNION
    SELECT r.ev_class FROM stub s JOIN pg_depend d ON d.refobjid = s.oid AND d.refclassid = 'pg_class'::regclass
      AND d.classid = 'pg_rewrite'::regclass JOIN pg_rewrite r ON r.oid = d.objid AND r.ev_type = '1')
  SELECT oid::int8 AS oid FROM stub ORDER BY oid`;
