import type { Lookup } from './catalog.js';

/** The schemas to look at, in their order: pg_catalog comes first unless the path has it somewhere. */
export function schemasOf(where: Lookup): readonly string[] {
  if ('schema' in where) return [where.schema];
  return where.path.includes('pg_catalog') ? where.path : ['pg_catalog', ...where.path];
}
