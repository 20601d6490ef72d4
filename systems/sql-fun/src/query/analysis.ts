import type { DatabaseCatalog, CatalogRelation } from '../catalog/catalog.js';
import type { Postgres } from '../engine/postgres.js';
import type { PgError } from '../engine/protocol.js';
import type { TextPosition } from '../text/source-text.js';
import type { Members, Syntax, SyntaxNode } from './syntax.js';

/** MISSING_PARAMETER, −32030, is none of the others. */
export type ProblemReason = Mistake | NotFound | 'MISSING_PARAMETER';
type Mistake = 'INVALID_SQL' | 'WRONG_TYPE' | 'AMBIGUOUS_NAME' | 'INVALID_LOGIC';
type NotFound = `${'TABLE_' | 'COLUMN_' | 'SCHEMA_' | ''}NOT_FOUND`;

/** A short name for the kind of problem, for programs. */
export type ProblemCode = NameCode | FormCode | WarningCode;
/** `unresolved` could not be checked: a name may come from an extension that is not here, a parameter has no type. */
type NameCode = 'not_found' | 'ambiguous' | 'duplicate' | 'unresolved';
type FormCode = 'syntax' | 'too_deep' | 'type_mismatch' | 'column_count' | 'misplaced';
type WarningCode = 'not_in_nullable' | 'cross_join' | 'hidden_columns' | 'no_where' | 'too_new';

export interface QueryProblem {
  readonly code: ProblemCode;
  /** An error is wrong. A warning is valid SQL that is likely a mistake. A note could not be checked. */
  readonly severity: 'error' | 'warning' | 'note';
  /** Of an error; the SQLSTATE if PostgreSQL raised it. */
  readonly reason?: ProblemReason;
  readonly sqlstate?: string;
  /** What it is about: `table`, `column`, `function`, `statement`, … */
  readonly target: string;
  /** As it was written: `users`, `u.email`. */
  readonly name: string;
  readonly message: string;
  readonly table?: string | undefined;
  readonly didYouMean?: readonly string[];
  readonly place?: TextPosition | undefined;
  readonly excerpt?: string;
}

export interface AnalysedColumn {
  readonly name: string;
  /** PostgreSQL's spelling, such as `character varying(40)`; undefined if it is not known. */
  readonly type?: string;
  readonly nullable: boolean | 'unknown';
}

/** A relation of the schema and which of its columns, in the order of their names. */
export interface Touched {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

export interface Parameter {
  readonly number: number;
  readonly type?: string;
}

export interface StatementAnalysis {
  /** `select`, `insert`, `update`, `delete`, `merge`, `values`, or another command such as `create table`. */
  readonly kind: string;
  readonly columns: readonly AnalysedColumn[];
  readonly reads: readonly Touched[];
  readonly writes: readonly Touched[];
  readonly parameters: readonly Parameter[];
  readonly problems: readonly QueryProblem[];
}

export interface Analysis {
  readonly statements: readonly StatementAnalysis[];
}

export interface QueryContext {
  readonly postgres: Postgres;
  readonly catalog: DatabaseCatalog;
  readonly path: readonly string[];
}

/** A problem whose place is still one of its statement. */
export type Draft = Omit<QueryProblem, 'place' | 'excerpt'> & {
  readonly offset?: number | undefined;
};

/** A parsed statement and its database. */
export interface Statement extends QueryContext, Syntax {}

export interface AnalyzeOptions extends QueryContext {
  /** Extensions of the schema that are not here: functions, types and operators unknown here may come from them. */
  readonly unknownExtensions: readonly string[];
  /** The server's major version: what is newer is warned of. */
  readonly version?: number | undefined;
  /** Stubs of views: that they cannot be written to is not reported. */
  readonly isStubView?: (oid: number) => boolean;
  readonly hiddenColumns?: (relation: CatalogRelation) => boolean;
  /** The SQL to execute for a definition in a text of several statements; undefined: it is not executed. */
  readonly define?: (sql: string, node: unknown) => string | undefined;
  /** Only kinds and problems are wanted: columns, relations and parameters stay empty. It is faster. */
  readonly verdictOnly?: boolean;
  /** Throws where something is named that the caller may not see. */
  readonly lock?: Lock;
}

export interface ReasonInput {
  readonly reason: ProblemReason;
  readonly code: ProblemCode;
  readonly target: string;
  readonly name: string;
}

export interface FoundProblem extends ReasonInput {
  readonly error: PgError;
  /** In UTF-16 units of the statement; undefined if it is not known. */
  readonly offset?: number | undefined;
  readonly node?: SyntaxNode | undefined;
  readonly table?: string;
}

/** What a caller may not learn is refused, whether it exists or not. */
export interface Lock {
  /** Looks at a statement before PostgreSQL's answer is used. The path is the one that the text has set. */
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
