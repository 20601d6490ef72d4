import type { Catalog, CatalogRelation } from '../catalog/index.js';
import type { Postgres } from '../engine/index.js';
import type { Problem } from './analysis.js';
import type { FoundProblem } from './reasons.js';
import type { Members, Syntax } from './syntax.js';

export interface QueryContext {
  readonly postgres: Postgres;
  readonly catalog: Catalog;
  /** The schemas that unqualified names are looked up in. */
  readonly path: readonly string[];
}

/** A problem whose place is still one of its statement. */
export type Draft = Omit<Problem, 'place' | 'excerpt'> & { readonly offset?: number | undefined };

/** A statement that is read, and what it is asked with. */
export interface Statement extends QueryContext, Syntax {}

export interface AnalyzeOptions extends QueryContext {
  /** Extensions of the schema that are not here: functions, types and operators unknown here may come from them. */
  readonly unknownExtensions: readonly string[];
  /** The server's major version: what is newer is warned of. */
  readonly version?: number;
  /** Views that stand for others: that they cannot be written to is not reported. */
  readonly isStubView?: (oid: number) => boolean;
  /** Relations of which `SELECT *` is warned of. */
  readonly hiddenColumns?: (relation: CatalogRelation) => boolean;
  /** The SQL to execute for a definition in a text of several statements; undefined: it is not executed. */
  readonly define?: (sql: string, node: unknown) => string | undefined;
  /** Only kinds and problems are wanted: columns, relations and parameters stay empty. It is faster. */
  readonly verdictOnly?: boolean;
  /** Throws where something is named that the caller may not see. */
  readonly lock?: Lock;
}

/** What a caller may not learn is refused, whether it exists or not. */
export interface Lock {
  /** Looks at a statement before anything is said about it. The path is the one that the text has set. */
  statement(sql: string, path: readonly string[]): void;
  /** Looks at a name that PostgreSQL did not find: what is hidden is not in the database. */
  missing(found: FoundProblem, path: readonly string[], meant: readonly string[]): void;
}

/** The relation that a name in a statement means: the members of a RangeVar. */
export function findRelation(
  members: Members | undefined,
  { catalog, path }: QueryContext,
): CatalogRelation | undefined {
  const { schemaname: schema, relname: name } = members ?? {};
  if (typeof name !== 'string') return undefined;
  if (typeof schema === 'string') return catalog.find(schema, name);
  // PostgreSQL looks into its own schema first, if the path does not say where.
  const schemas = path.includes('pg_catalog') ? path : ['pg_catalog', ...path];
  return schemas.map((one) => catalog.find(one, name)).find((found) => found !== undefined);
}
