import { STUB_SCHEMA } from '../dump/loaded-dump.js';
import type { Postgres } from '../engine/postgres.js';
import type { NameRules } from './sources.js';

/** The schema that everything hidden is tied to, so that one DROP takes it all. */
export const DOOMED = 'sql_fun_doomed';

interface RelationRow {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly columns: readonly (readonly [number, string])[];
  /** Of a sequence: the relation and the column that it goes with. */
  readonly owner: readonly [number, number] | null;
}

const OWN_SCHEMAS = `n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', '${STUB_SCHEMA}', '${DOOMED}')`;

const RELATIONS = `
  SELECT c.oid::int8 AS oid, n.nspname AS schema, c.relname AS name, c.relkind::text AS kind,
    coalesce((SELECT json_agg(json_build_array(a.attnum, a.attname) ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped), '[]') AS columns,
    (SELECT json_build_array(d.refobjid::int8, d.refobjsubid) FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
      AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i') AND c.relkind = 'S') AS owner
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${OWN_SCHEMAS} AND c.relkind IN ('r', 'p', 'f', 'v', 'm', 'S', 'c')
  ORDER BY c.relkind = 'S', n.nspname, c.relname`;

/** A sequence and a composite type are seen as a whole or not at all. */
const WHOLE = new Set(['S', 'c']);

/** What the policy says of a database. Numbers are those of the catalog. */
export async function sortByPolicy(postgres: Postgres, rules: NameRules) {
  const { exposure, path } = rules;
  /** A relation hides where not all of its columns may be seen. */
  const seen: { oid: number; name: string; columns: number[]; hides: boolean }[] = [];
  const hiddenRelations: number[] = [];
  const hiddenColumns: [number, number][] = [];
  const isLost = ([relation, column]: readonly [number, number]) =>
    hiddenRelations.includes(relation) ||
    hiddenColumns.some(([table, hidden]) => table === relation && hidden === column);
  for (const row of await postgres.rows<RelationRow>(RELATIONS)) {
    const { oid, schema, name, kind, owner } = row;
    const hides = !exposure.allColumns(schema, name);
    const isHidden = !exposure.relation(schema, name) || (hides && WHOLE.has(kind));
    if (isHidden || (owner !== null && isLost(owner))) {
      hiddenRelations.push(oid);
      continue;
    }
    const columns: number[] = [];
    for (const [number, column] of row.columns) {
      if (exposure.column(schema, name, column)) columns.push(number);
      else hiddenColumns.push([oid, number]);
    }
    seen.push({ oid, hides, name: `${schema}.${name}`, columns });
  }
  const schemas = await postgres.rows<{ oid: number; name: string }>(
    `SELECT oid::int8 AS oid, nspname AS name FROM pg_namespace n WHERE ${OWN_SCHEMAS}`,
  );
  const schemasWhere = (is: (name: string) => boolean) =>
    schemas.filter(({ name }) => is(name)).map(({ oid }) => oid);
  return {
    ...{ seen, hiddenRelations, hiddenColumns },
    // Schemas of which something is hidden.
    partly: schemasWhere((name) => !exposure.everythingOf(name)),
    // A schema of the path stays: its name is in the configuration, and statements may create things in it.
    hiddenSchemas: schemasWhere((name) => !exposure.schema(name) && !path.includes(name)),
  };
}

const isMember = (classId: string, oid: string, kinds: string) =>
  `EXISTS (SELECT FROM pg_depend m WHERE m.classid = '${classId}'::regclass AND m.objid = ${oid} AND m.objsubid = 0 AND m.deptype IN (${kinds}))`;

const NO_ARRAY = `t.typsubscript <> 'array_subscript_handler'::regproc`;

/** Catalogs of things that are seen where all of their schema is: what their columns for name and schema begin with. */
export const IN_SCHEMAS = Object.entries({
  ...{ pg_proc: 'pro', pg_operator: 'opr', pg_opclass: 'opc', pg_opfamily: 'opf' },
  ...{ pg_collation: 'coll', pg_conversion: 'con', pg_ts_config: 'cfg', pg_ts_dict: 'dict' },
  ...{ pg_ts_parser: 'prs', pg_ts_template: 'tmpl' },
});

/** A table of all hidden things. `fate`: `drop`; `part` goes with what it is part of; `keep` is needed by something that may be seen. */
export function listHidden(sorted: Awaited<ReturnType<typeof sortByPolicy>>): string {
  const { seen, hiddenRelations, hiddenColumns, partly, hiddenSchemas } = sorted;
  const columns = seen.flatMap((one) => one.columns.map((column) => [one.oid, column] as const));
  return `
  CREATE SCHEMA ${DOOMED};
  CREATE TABLE ${DOOMED}.hidden (classid oid, objid oid, subid int4, fate text);
  CREATE INDEX ON ${DOOMED}.hidden (objid);
  CREATE TABLE ${DOOMED}.seen_column (relation oid, number int2);
  INSERT INTO ${DOOMED}.seen_column ${pairs(columns)};

  -- A type of a column that may be seen may be seen, and so may what it is made of. A row would show other columns.
  CREATE TABLE ${DOOMED}.seen_type AS
    WITH RECURSIVE used (oid) AS (
      SELECT a.atttypid FROM pg_attribute a JOIN ${DOOMED}.seen_column c ON c.relation = a.attrelid AND c.number = a.attnum
      UNION
      SELECT unnest(ARRAY[t.typelem, t.typbasetype, r.rngsubtype, r.rngtypid, r.rngmultitypid])
      FROM used u JOIN pg_type t ON t.oid = u.oid LEFT JOIN pg_range r ON t.oid IN (r.rngtypid, r.rngmultitypid))
    SELECT u.oid FROM used u JOIN pg_type t ON t.oid = u.oid WHERE t.typtype <> 'c' AND ${NO_ARRAY};

  INSERT INTO ${DOOMED}.hidden
    SELECT 'pg_class'::regclass, c.oid, 0, CASE WHEN ${isMember('pg_class', 'c.oid', `'i'`)} THEN 'part' ELSE 'drop' END
    FROM pg_class c WHERE c.oid = ANY (${oids(hiddenRelations)}) AND NOT ${isMember('pg_class', 'c.oid', `'e'`)}
    -- The row of a relation, and a composite type, which has a relation as its part.
    UNION ALL SELECT 'pg_type'::regclass, c.reltype, 0, CASE c.relkind WHEN 'c' THEN 'drop' ELSE 'part' END
    FROM pg_class c WHERE c.oid = ANY (${oids(hiddenRelations)}) AND c.reltype <> 0 AND NOT ${isMember('pg_type', 'c.reltype', `'e'`)}
    UNION ALL SELECT 'pg_class'::regclass, c.*, 'drop' FROM (${pairs(hiddenColumns)}) c
    UNION ALL SELECT 'pg_type'::regclass, t.oid, 0, CASE WHEN ${isMember('pg_type', 't.oid', `'i'`)} THEN 'part' ELSE 'drop' END
    FROM pg_type t WHERE t.typnamespace = ANY (${oids(partly)}) AND t.typrelid = 0 AND ${NO_ARRAY}
      AND t.oid NOT IN (SELECT oid FROM ${DOOMED}.seen_type) AND NOT ${isMember('pg_type', 't.oid', `'e'`)}
    UNION ALL ${IN_SCHEMAS.map(
      ([catalog, prefix]) =>
        `SELECT '${catalog}'::regclass, o.oid, 0, 'drop' FROM ${catalog} o WHERE o.${prefix}namespace = ANY (${oids(partly)}) AND NOT ${isMember(catalog, 'o.oid', `'e', 'i'`)}`,
    ).join(' UNION ALL ')}
    -- An extension is seen with its schema, or where a column that may be seen is of one of its types.
    UNION ALL SELECT 'pg_extension'::regclass, e.oid, 0, 'drop' FROM pg_extension e WHERE e.extnamespace = ANY (${oids(partly)})
      AND NOT EXISTS (SELECT FROM pg_depend m JOIN ${DOOMED}.seen_type t ON t.oid = m.objid
        WHERE m.classid = 'pg_type'::regclass AND m.refclassid = 'pg_extension'::regclass AND m.refobjid = e.oid)
    UNION ALL SELECT 'pg_publication'::regclass, oid, 0, 'drop' FROM pg_publication
    UNION ALL SELECT 'pg_event_trigger'::regclass, oid, 0, 'drop' FROM pg_event_trigger
    UNION ALL SELECT 'pg_foreign_server'::regclass, s.oid, 0, 'drop' FROM pg_foreign_server s
    WHERE NOT EXISTS (SELECT FROM pg_foreign_table f WHERE f.ftserver = s.oid AND f.ftrelid = ANY (${oids(seen.map(({ oid }) => oid))}));
  INSERT INTO ${DOOMED}.hidden
    SELECT m.classid, m.objid, 0, 'part' FROM pg_depend m JOIN ${DOOMED}.hidden h ON h.classid = m.refclassid AND h.objid = m.refobjid
    WHERE m.refclassid = 'pg_extension'::regclass AND m.deptype = 'e';
  INSERT INTO ${DOOMED}.hidden
    SELECT 'pg_type'::regclass, t.typarray, 0, 'part' FROM pg_type t JOIN ${DOOMED}.hidden h ON h.objid = t.oid
    WHERE h.classid = 'pg_type'::regclass AND t.typarray <> 0
    -- Functions that make ranges belong to their type.
    UNION ALL SELECT d.classid, d.objid, 0, 'part' FROM pg_depend d JOIN ${DOOMED}.hidden h ON h.classid = d.refclassid AND h.objid = d.refobjid
    WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_type'::regclass AND d.deptype = 'i'
    UNION ALL SELECT 'pg_foreign_data_wrapper'::regclass, w.oid, 0, 'drop' FROM pg_foreign_data_wrapper w
    WHERE NOT ${isMember('pg_foreign_data_wrapper', 'w.oid', `'e'`)} AND NOT EXISTS (SELECT FROM pg_foreign_server s
      WHERE s.srvfdw = w.oid AND s.oid NOT IN (SELECT objid FROM ${DOOMED}.hidden))
    UNION ALL SELECT 'pg_namespace'::regclass, n.oid, 0, 'drop' FROM pg_namespace n WHERE n.oid = ANY (${oids(hiddenSchemas)})
      AND NOT EXISTS (SELECT FROM pg_type t JOIN ${DOOMED}.seen_type s ON s.oid = t.oid WHERE t.typnamespace = n.oid)
      AND NOT EXISTS (SELECT FROM pg_extension e WHERE e.extnamespace = n.oid
        AND e.oid NOT IN (SELECT objid FROM ${DOOMED}.hidden));`;
}

/** Whether what a row of pg_depend refers to is hidden. */
export const isHidden = (depend: string) =>
  `EXISTS (SELECT FROM ${DOOMED}.hidden h WHERE h.classid = ${depend}.refclassid AND h.objid = ${depend}.refobjid AND h.subid IN (0, ${depend}.refobjsubid))`;

export const oids = (list: readonly number[]) => `'{${list.join()}}'::oid[]`;

const pairs = (list: readonly (readonly [number, number])[]) =>
  `SELECT * FROM unnest(${oids(list.map(([first]) => first))}, '{${list.map(([, second]) => second).join()}}'::int2[])`;
