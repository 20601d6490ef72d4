import type { Place } from '../text/index.js';

/** What kind of thing a problem is about: what `data.target` says. */
export type Target =
  'table' | 'view' | 'column' | 'schema' | 'function' | 'type' | 'operator' | 'alias' | 'sql';

export type ProblemCode =
  | 'syntax'
  | 'too_deep'
  | 'not_found'
  | 'ambiguous'
  | 'duplicate'
  | 'type_mismatch'
  | 'column_count'
  | 'misplaced'
  /** Not wrong as far as we know, and not known to be right: what is not resolved is said, not guessed. */
  | 'unresolved';

export interface Problem {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'note';
  readonly target: Target;
  /** As it was written: `users`, `u.email`. */
  readonly name: string;
  /** One sentence. */
  readonly message: string;
  /** The table of a column that is missing. */
  readonly table?: string;
  /** What may have been meant. */
  readonly didYouMean?: readonly string[];
  readonly place?: Place;
  /** The line with a caret under the place. */
  readonly excerpt?: string;
}

export interface ResultColumn {
  readonly name: string;
  /** PostgreSQL's spelling: `character varying(40)`; undefined where it is not known. */
  readonly type?: string;
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
  /** `select`, `insert`, `update`, `delete`, `merge`, `values`, or what else it is: `create table`. */
  readonly kind: string;
  /** Of what it returns; empty where it returns nothing. */
  readonly columns: readonly ResultColumn[];
  readonly reads: readonly Touched[];
  readonly writes: readonly Touched[];
  readonly parameters: readonly Parameter[];
  /** In the order of their places. */
  readonly problems: readonly Problem[];
}

export interface Analysis {
  readonly statements: readonly StatementAnalysis[];
}
