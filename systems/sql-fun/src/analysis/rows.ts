import type { Output } from './model.js';

/** What a query gives. */
export interface Rows {
  readonly outputs: readonly Output[];
  /** There may be other columns: a star stands for something that is not known. */
  readonly open: boolean;
  /** Columns that have to be named: no star stands for them. */
  readonly unlisted?: readonly Output[];
  /** They are those of a recursive query, within itself. */
  readonly recursive?: boolean;
  /** Where the expression of a column is. */
  readonly at?: (index: number) => number | undefined;
}

export const NO_ROWS: Rows = { outputs: [], open: false };
export const UNKNOWN_ROWS: Rows = { outputs: [], open: true };
