import type { PgCatalog, PgType } from '../pg/index.js';
import type { Relation } from '../schema/index.js';

const SYSTEM_SCHEMAS: ReadonlySet<string> = new Set(['pg_catalog', 'information_schema']);
const known = new WeakMap<PgType, Relation>();

export function isSystemSchema(schema: string): boolean {
  return SYSTEM_SCHEMAS.has(schema);
}

/** A relation of PostgreSQL's own, such as pg_catalog.pg_class. */
export function systemRelation(
  catalog: PgCatalog,
  schema: string,
  name: string,
): Relation | undefined {
  const rowType = catalog.systemRelation(schema, name);
  if (!rowType) return undefined;
  let relation = known.get(rowType);
  if (!relation) known.set(rowType, (relation = toRelation(schema, name, rowType)));
  return relation;
}

function toRelation(schema: string, name: string, rowType: PgType): Relation {
  const columns = (rowType.fields ?? []).map((use) => {
    return { name: use.name, use, typeText: use.type.name, notNull: false };
  });
  const kind = schema === 'pg_catalog' ? 'table' : 'view';
  return { schema, name, kind, columns, unique: [], foreignKeys: [], line: 0, rowType };
}
