import type { PgField, PgType } from './pg-type.js';

/** A function, aggregate, window function or procedure. */
export interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly kind: 'function' | 'aggregate' | 'window' | 'procedure';
  /** The input arguments; a variadic one is here as the array that it is. */
  readonly args: readonly PgType[];
  readonly argNames?: readonly string[];
  /** How many of the last arguments may be left out. */
  readonly defaults: number;
  /** The last argument takes any number of values of this type. */
  readonly variadic?: PgType;
  readonly returns: PgType;
  readonly returnsSet: boolean;
  /** The columns of what it returns, where they are declared as OUT arguments or as a table. */
  readonly out?: readonly PgField[];
}

export interface Operator {
  readonly schema: string;
  readonly name: string;
  /** Undefined for a prefix operator. */
  readonly left?: PgType;
  readonly right: PgType;
  readonly result: PgType;
}

/** When a value of one type becomes one of another: by itself, when it is stored, or only where it is written. */
export type CastContext = 'implicit' | 'assignment' | 'explicit';
