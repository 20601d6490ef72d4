import type { PgType } from './pg-type.js';
import type { CastContext, Operator, Routine } from './routine.js';

/** What is known of types, routines, operators and casts: PostgreSQL's own, and those of a schema on top. */
export interface PgCatalog {
  /** `pg_catalog` and one schema after the other are looked at, unless the schema is told. Names are as in pg_type. */
  type(name: string, where: Lookup): PgType | undefined;
  /** All of that name, in all schemas that are looked at. */
  routines(name: string, where: Lookup): readonly Routine[];
  operators(name: string, where: Lookup): readonly Operator[];
  /** Undefined where there is no cast; types that are equal need none and are not asked for. */
  cast(from: PgType, to: PgType): CastContext | undefined;
  /**
   * A relation of pg_catalog or information_schema: the columns of its row type. Undefined where there is none.
   */
  systemRelation(schema: string, name: string): PgType | undefined;
}

/** Where a name is looked for. */
export type Lookup = { readonly schema: string } | { readonly path: readonly string[] };
