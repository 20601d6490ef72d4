import type { PgCatalog } from './catalog.js';
import { CatalogBuilder } from './catalog-builder.js';
import type { PgType } from './pg-type.js';
import type { CastContext, Operator, Routine } from './routine.js';

/** What a schema adds. */
export interface Additions {
  readonly types?: Iterable<PgType>;
  readonly routines?: Iterable<Routine>;
  readonly operators?: Iterable<Operator>;
  readonly casts?: Iterable<readonly [from: PgType, to: PgType, context: CastContext]>;
}

/** A catalog with more in it; the one below stays as it is. */
export function extendCatalog(base: PgCatalog, additions: Additions): PgCatalog {
  const builder = new CatalogBuilder(base);
  for (const type of additions.types ?? []) builder.addType(type);
  for (const routine of additions.routines ?? []) builder.addRoutine(routine);
  for (const operator of additions.operators ?? []) builder.addOperator(operator);
  for (const [from, to, context] of additions.casts ?? []) builder.addCast(from, to, context);
  return builder;
}
