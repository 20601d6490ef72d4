import { STUB_SCHEMA } from '../dump/loaded-dump.js';
import type { Postgres } from '../engine/postgres.js';

/** Of a relation by its number: a row for each column, as `get_columns` answers it. */
export const COLUMNS = `
  SELECT json_strip_nulls(json_build_object(
    'name', a.attname,
    'type', CASE WHEN n.nspname <> '${STUB_SCHEMA}' THEN format_type(a.atttypid, a.atttypmod) END,
    'unresolved', CASE WHEN n.nspname = '${STUB_SCHEMA}' THEN true END,
    'values', (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid IN (t.oid, t.typelem, t.typbasetype)),
    'not_null', CASE WHEN a.attnotnull THEN true END,
    'has_default', CASE WHEN d.adbin IS NOT NULL AND a.attgenerated = '' THEN true END,
    'default', CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END,
    'generated', CASE a.attgenerated WHEN 's' THEN 'stored' WHEN 'v' THEN 'virtual' ELSE
      CASE a.attidentity WHEN 'a' THEN 'identity_always' WHEN 'd' THEN 'identity_by_default' END END,
    'expression', CASE WHEN a.attgenerated <> '' THEN pg_get_expr(d.adbin, d.adrelid) END,
    'primary_key', (SELECT true FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'p' AND a.attnum = ANY (k.conkey)),
    'comment', col_description(a.attrelid, a.attnum)
  )) AS column
  FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid
    JOIN pg_type item ON item.oid = CASE WHEN t.typcategory = 'A' THEN t.typelem ELSE t.oid END
    JOIN pg_namespace n ON n.oid = item.typnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum`;

/** The names of numbered columns, in the order of the numbers. */
const names = (relation: string, numbers: string) =>
  `(SELECT json_agg(a.attname ORDER BY u.place) FROM unnest(${numbers}) WITH ORDINALITY AS u (number, place)
    JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.number)`;

/** Null if it would be empty, and so left out. */
const list = (item: string, from: string, order: string) =>
  `(SELECT json_agg(json_strip_nulls(${item}) ORDER BY ${order}) FROM ${from})`;

const always = (item: string) => `coalesce(${item}, '[]')`;

const foreignKeys = (from: string, other: string) =>
  list(
    `json_build_object('name', f.conname, 'columns', ${names('f.conrelid', 'f.conkey')},
      'namespace', n.nspname, 'table', o.relname, 'references', ${names('f.confrelid', 'f.confkey')})`,
    `pg_constraint f JOIN pg_class o ON o.oid = f.${other} JOIN pg_namespace n ON n.oid = o.relnamespace
     WHERE f.contype = 'f' AND f.conparentid = 0 AND f.${from} = c.oid`,
    'f.oid',
  );

const indexColumns = (from: string, to: string) =>
  `(SELECT json_agg(pg_get_indexdef(i.indexrelid, k, true) ORDER BY k) FROM generate_series(${from}, ${to}) AS k)`;

/** All that `describe_table` answers of a relation beside its columns. */
export const RELATION = `
  SELECT json_strip_nulls(json_build_object(
    'comment', obj_description(c.oid, 'pg_class'),
    'primary_key', (SELECT ${names('k.conrelid', 'k.conkey')} FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p'),
    'unique', coalesce((SELECT json_agg(${names('i.indrelid', 'i.indkey[0:i.indnkeyatts - 1]')} ORDER BY i.indexrelid)
      FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary AND i.indpred IS NULL AND i.indexprs IS NULL), '[]'),
    'checks', ${list(
      `json_build_object('name', k.conname, 'expression', pg_get_expr(k.conbin, k.conrelid))`,
      `pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c'`,
      'k.conname',
    )},
    'foreign_keys', ${always(foreignKeys('conrelid', 'confrelid'))},
    'referenced_by', ${always(foreignKeys('confrelid', 'conrelid'))},
    'indexes', ${always(
      list(
        `json_build_object('name', o.relname, 'unique', i.indisunique, 'columns', ${indexColumns('1', 'i.indnkeyatts')},
        'include', ${indexColumns('i.indnkeyatts + 1', 'i.indnatts')},
        'where', pg_get_expr(i.indpred, i.indrelid), 'method', nullif(m.amname, 'btree'))`,
        `pg_index i JOIN pg_class o ON o.oid = i.indexrelid JOIN pg_am m ON m.oid = o.relam WHERE i.indrelid = c.oid`,
        'o.relname COLLATE "C"',
      ),
    )},
    'policies', ${list(
      `json_build_object('name', p.polname,
        'command', CASE p.polcmd WHEN 'r' THEN 'select' WHEN 'a' THEN 'insert' WHEN 'w' THEN 'update' WHEN 'd' THEN 'delete' ELSE 'all' END,
        'permissive', p.polpermissive,
        'roles', (SELECT json_agg(coalesce(r.rolname, 'public') ORDER BY r.rolname) FROM unnest(p.polroles) AS u (oid) LEFT JOIN pg_roles r ON r.oid = u.oid),
        'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))`,
      `pg_policy p WHERE p.polrelid = c.oid`,
      'p.polname',
    )},
    'triggers', ${list(
      `json_build_object('name', t.tgname,
        'timing', CASE WHEN t.tgtype & 64 > 0 THEN 'instead of' WHEN t.tgtype & 2 > 0 THEN 'before' ELSE 'after' END,
        'events', (SELECT json_agg(e.event) FROM (VALUES (4, 'insert'), (16, 'update'), (8, 'delete'), (32, 'truncate')) AS e (bit, event) WHERE t.tgtype & e.bit > 0),
        'for_each', CASE WHEN t.tgtype & 1 > 0 THEN 'row' ELSE 'statement' END,
        'function', t.tgfoid::regproc::text)`,
      `pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal`,
      't.tgname',
    )},
    'partition_key', pg_get_partkeydef(c.oid),
    'partitions', ${list(
      `json_build_object('namespace', n.nspname, 'name', o.relname, 'bound', pg_get_expr(o.relpartbound, o.oid))`,
      `pg_inherits h JOIN pg_class o ON o.oid = h.inhrelid AND o.relispartition JOIN pg_namespace n ON n.oid = o.relnamespace WHERE h.inhparent = c.oid`,
      'n.nspname, o.relname',
    )},
    'partition_of', (SELECT json_build_object('namespace', n.nspname, 'name', o.relname) FROM pg_inherits h
      JOIN pg_class o ON o.oid = h.inhparent JOIN pg_namespace n ON n.oid = o.relnamespace WHERE h.inhrelid = c.oid AND c.relispartition)
  )) AS relation
  FROM pg_class c WHERE c.oid = $1::oid`;

const part = (owner: string, kind: string, name: string, text: string, from: string) =>
  `SELECT ${owner}, '${kind} ' || ${name} AS part, ${text} AS text FROM ${from}`;

/** What two schemas can differ in beside columns: parts of objects, and what an object itself is, which is a part without a name. */
export const PARTS = `
  WITH parts (class, oid, part, text) AS (
    ${part(`'relation', k.conrelid`, 'constraint', 'k.conname', 'pg_get_constraintdef(k.oid)', `pg_constraint k WHERE k.conrelid <> 0 AND k.contype <> 'n' AND k.conislocal`)}
    UNION ALL ${part(`'relation', t.tgrelid`, 'trigger', 't.tgname', 'pg_get_triggerdef(t.oid)', 'pg_trigger t WHERE NOT t.tgisinternal')}
    UNION ALL ${part(`'relation', p.polrelid`, 'policy', 'p.polname', `concat_ws(' ', p.polcmd, pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid))`, 'pg_policy p')}
    UNION ALL SELECT 'relation', c.oid, '', rtrim(pg_get_viewdef(c.oid), ';') FROM pg_class c WHERE c.relkind IN ('v', 'm')
    UNION ALL SELECT 'relation', c.oid, '', pg_get_partkeydef(c.oid) FROM pg_class c WHERE c.relkind = 'p'
    UNION ALL SELECT 'relation', i.indexrelid, '', pg_get_indexdef(i.indexrelid) FROM pg_index i
    UNION ALL SELECT 'type', t.oid, '', CASE t.typtype WHEN 'd' THEN format_type(t.typbasetype, t.typtypmod)
      ELSE (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid) END FROM pg_type t
    UNION ALL SELECT 'type', c.reltype, '', string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum)
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE c.relkind = 'c' GROUP BY c.oid
    UNION ALL SELECT 'function', p.oid, '', concat_ws(' → ', '(' || pg_get_function_identity_arguments(p.oid) || ')', pg_get_function_result(p.oid)) FROM pg_proc p
  ), named (class, namespace, name, part, text) AS (
    SELECT p.class, n.nspname, coalesce(c.relname, t.typname, f.proname), p.part, p.text FROM parts p
      LEFT JOIN pg_class c ON p.class = 'relation' AND c.oid = p.oid LEFT JOIN pg_type t ON p.class = 'type' AND t.oid = p.oid
      LEFT JOIN pg_proc f ON p.class = 'function' AND f.oid = p.oid
      JOIN pg_namespace n ON n.oid = coalesce(c.relnamespace, t.typnamespace, f.pronamespace) AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  )
  SELECT concat_ws('.', class, namespace, name) AS key, json_object_agg(part, regexp_replace(btrim(text), '\\s+', ' ', 'g') ORDER BY part) AS parts
  FROM (SELECT class, namespace, name, part, string_agg(text, ', ' ORDER BY text) AS text FROM named WHERE text IS NOT NULL GROUP BY class, namespace, name, part) p
  GROUP BY class, namespace, name`;

export const OBJECT_KINDS = [
  ...['table', 'partitioned_table', 'foreign_table', 'view', 'materialized_view', 'sequence'],
  ...['index', 'type', 'function'],
] as const;

export type ObjectKind = (typeof OBJECT_KINDS)[number];

export interface CatalogObject {
  readonly namespace: string;
  readonly name: string;
  readonly kind: ObjectKind;
  readonly table?: string;
  readonly comment?: string;
}

/** Everything that a dump has defined: neither PostgreSQL's own objects nor those of an extension. */
export async function objectsOf(postgres: Postgres): Promise<readonly CatalogObject[]> {
  const rows = await postgres.rows<{ object: CatalogObject }>(OBJECTS);
  return rows.map(({ object }) => object);
}

export type ObjectCounts = Readonly<Partial<Record<ObjectKind, number>>>;

export function countKinds(objects: readonly CatalogObject[]): ObjectCounts {
  const count = (kind: ObjectKind) => objects.filter((object) => object.kind === kind).length;
  const kinds = OBJECT_KINDS.filter((kind) => count(kind) > 0);
  return Object.fromEntries(kinds.map((kind) => [kind, count(kind)]));
}

/** A condition on `n`, a row of pg_namespace. */
const OF_THE_DUMP = `n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', '${STUB_SCHEMA}')`;

const without = (table: string, oid: string, kinds: string) =>
  `NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = '${table}'::regclass AND e.objid = ${oid} AND e.deptype IN (${kinds}))`;

const OBJECTS = `
  WITH objects (namespace, name, kind, "table", comment) AS (
    SELECT n.nspname, c.relname,
      CASE c.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned_table' WHEN 'f' THEN 'foreign_table'
        WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized_view' WHEN 'S' THEN 'sequence' ELSE 'index' END,
      (SELECT i.indrelid FROM pg_index i WHERE i.indexrelid = c.oid),
      obj_description(c.oid, 'pg_class')
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm', 'S', 'i', 'I') AND ${OF_THE_DUMP} AND ${without('pg_class', 'c.oid', "'e'")}
    UNION ALL SELECT n.nspname, t.typname, 'type', NULL, obj_description(t.oid, 'pg_type')
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE ${OF_THE_DUMP} AND ${without('pg_type', 't.oid', "'e', 'i'")}
    UNION ALL SELECT n.nspname, p.proname, 'function', NULL, min(obj_description(p.oid, 'pg_proc'))
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE ${OF_THE_DUMP} AND ${without('pg_proc', 'p.oid', "'e', 'i'")}
    GROUP BY n.nspname, p.proname
  )
  SELECT json_strip_nulls(json_build_object('namespace', namespace, 'name', name, 'kind', kind,
    'table', (SELECT relname FROM pg_class WHERE oid = o."table"), 'comment', comment)) AS object
  FROM objects o`;
