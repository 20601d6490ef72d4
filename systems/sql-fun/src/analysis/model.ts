import type { Exposure } from '../policy/index.js';
import type { PgType } from '../pg/index.js';
import type { Relation, Schema } from '../schema/index.js';
import type { Problem } from './analysis.js';

/** What an expression gives. */
export interface Typed {
  /** Undefined where it is not known: whatever is made of it is not known either, and nothing is wrong with it. */
  readonly type: PgType | undefined;
  readonly typmod: number;
  /** The number of the parameter that it is, whose type the context still has to say. */
  readonly param?: number;
}

/** A column of what a query or a source of a query gives. */
export interface Output extends Typed {
  readonly name: string;
}

/** A problem as the analysis finds it; where it is comes as the parser counts: bytes of UTF-8 from the start of the text. */
export interface Found extends Omit<Problem, 'place' | 'excerpt' | 'severity'> {
  readonly location?: number | undefined;
}

/** The analysis of one statement: what it knows, and what it has found out so far. */
export interface Session {
  readonly schema: Schema;
  /** The schemas that unqualified names are looked for in, without pg_catalog. */
  readonly path: readonly string[];
  /** What may be seen; undefined: everything. */
  readonly exposure: Exposure | undefined;
  report(found: Found): void;
  /** How many of the problems are errors. */
  readonly errors: number;
  /** A column that is read or written; without a column, the relation as such. */
  read(relation: Relation, column?: string): void;
  write(relation: Relation, column?: string): void;
  /** What is known of a parameter; a parameter that was not seen before is known from now on to be there. */
  parameter(number: number): Typed;
  /** The first context that says the type of a parameter decides. */
  settle(number: number, type: PgType): void;
  /** Runs the work of one level of nesting; too many levels end the analysis with a problem. */
  deeper<T>(work: () => T): T;
}

/** The names that an expression can use. */
export interface Scope {
  /**
   * The column that a reference means: `['email']`, `['u', 'email']`, `['public', 'users', 'email']`, or a whole row where the
   * last part is the name of a source. What is wrong with it is reported, once; the result is then of unknown type.
   */
  column(parts: readonly string[], location: number | undefined): Typed;
  /** The row that `u.*` means where one value is wanted. */
  row(parts: readonly string[], location: number | undefined): Typed;
  /** All columns of a star: `*` or `u.*`. */
  star(parts: readonly string[], location: number | undefined): readonly Output[];
}
