import { STUB_SCHEMA } from '../dump/loaded-dump.js';
import type { Postgres } from '../engine/index.js';

export const OBJECT_KINDS = [
  ...['table', 'partitioned_table', 'foreign_table', 'view', 'materialized_view', 'sequence'],
  ...['index', 'type', 'function'],
] as const;

export type ObjectKind = (typeof OBJECT_KINDS)[number];

export interface CatalogObject {
  readonly namespace: string;
  readonly name: string;
  readonly kind: ObjectKind;
  /** Of an index. */
  readonly table?: string;
  readonly comment?: string;
}

/** Everything that a dump has defined: neither PostgreSQL's own objects nor those of an extension. */
export async function objectsOf(postgres: Postgres): Promise<readonly CatalogObject[]> {
  const rows = await postgres.rows<{ object: CatalogObject }>(OBJECTS);
  return rows.map(({ object }) => object);
}

export type Counts = Readonly<Partial<Record<ObjectKind, number>>>;

export function countKinds(objects: readonly CatalogObject[]): Counts {
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
