import type { Place } from '../text/index.js';

/** What is wrong with a statement, by the names of the catalog. */
export type ProblemReason =
  | 'INVALID_SQL'
  | 'WRONG_TYPE'
  | 'AMBIGUOUS_NAME'
  | 'INVALID_LOGIC'
  | 'TABLE_NOT_FOUND'
  | 'COLUMN_NOT_FOUND'
  | 'SCHEMA_NOT_FOUND'
  | 'NOT_FOUND'
  /** −32030: none of the others. */
  | 'MISSING_PARAMETER';

/** A short name for the kind of problem, for programs. */
export type ProblemCode =
  | 'syntax'
  | 'too_deep'
  | 'not_found'
  | 'ambiguous'
  | 'duplicate'
  | 'type_mismatch'
  | 'column_count'
  | 'misplaced'
  /** It could not be checked: a name may come from an extension that is not here, a parameter has no type. */
  | 'unresolved'
  | 'not_in_nullable'
  | 'cross_join'
  | 'hidden_columns'
  | 'no_where'
  /** Syntax or a function that the server's version does not have yet. */
  | 'too_new';

export interface Problem {
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
  /** The table of a missing column. */
  readonly table?: string;
  readonly didYouMean?: readonly string[];
  readonly place?: Place;
  /** The line with a caret under the place. */
  readonly excerpt?: string;
}

export interface AnalysedColumn {
  readonly name: string;
  /** PostgreSQL's spelling, such as `character varying(40)`; undefined where it is not known. */
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
  /** In the order of their places. */
  readonly problems: readonly Problem[];
}

export interface Analysis {
  readonly statements: readonly StatementAnalysis[];
}
