import type { Output } from './model.js';

/** What a query gives. */
export interface Rows {
  readonly outputs: readonly Output[];
  /** There may be other columns: a star stands for something that is not known. */
  readonly open: boolean;
}

export const NO_ROWS: Rows = { outputs: [], open: false };
export const UNKNOWN_ROWS: Rows = { outputs: [], open: true };
