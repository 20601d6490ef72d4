import type { Catalog, CatalogRelation } from '../catalog/index.js';
import type { Postgres } from '../engine/index.js';
import type { Members } from './syntax.js';

/** What a statement is asked with. */
export interface QueryContext {
  readonly postgres: Postgres;
  readonly catalog: Catalog;
  /** The schemas that unqualified names are looked up in. */
  readonly path: readonly string[];
}

/** The relation that a name in a statement means. */
export function findRelation(
  { schemaname: schema, relname: name }: Members,
  { catalog, path }: Pick<QueryContext, 'catalog' | 'path'>,
): CatalogRelation | undefined {
  if (typeof name !== 'string') return undefined;
  if (typeof schema === 'string') return catalog.find(schema, name);
  // PostgreSQL looks into its own schema first, if the path does not say where.
  const schemas = path.includes('pg_catalog') ? path : ['pg_catalog', ...path];
  for (const one of schemas) {
    const found = catalog.find(one, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
