import type { Effect } from '@errata/core/fault';

/** A failure that passes by itself, or when somebody frees what is used up: the same call may succeed later. */
export interface Outage {
  readonly kind: 'outage';
  /** What is certain of the statement that met it. */
  readonly effect: Effect;
  /** Seconds, where it takes longer than a moment. */
  readonly retryAfter?: number;
}

/** A failure that stays until the operator mends it. */
export interface Defect {
  readonly kind: 'defect';
  readonly check: string;
  readonly suggestion: string;
  readonly effect: Effect;
}

/** Something is wrong with a statement or with the schema: only a look at the schema can tell. */
export interface Doubt {
  readonly kind: 'doubt';
  /** Whether the code by itself already blames the schema. */
  readonly certain: boolean;
}

export type StorageProblem = Outage | Defect | Doubt;

/** Nothing was written; a moment later it may be. */
export const REFUSED: Outage = { kind: 'outage', effect: 'none' };
/** The connection broke: what was under way may have been committed. */
export const BROKEN: Outage = { kind: 'outage', effect: 'unknown' };
/** Nothing is wrong with the database but that it has no room. */
export const FULL: Outage = { kind: 'outage', effect: 'none', retryAfter: 60 };

export const SCHEMA: Doubt = { kind: 'doubt', certain: true };
export const STATEMENT: Doubt = { kind: 'doubt', certain: false };

export const WRITABLE = defect(
  'database writable',
  'Give the Logbook a database that it may write to',
);
export const READABLE = defect('permissions', 'Grant the Logbook the use of its tables');
export const CREDENTIALS = defect(
  'credentials',
  'Correct the user and password of the database url',
);
export const EXISTS = defect('database exists', 'Create the database, or correct its url');
export const OPENS = defect('database file', 'Correct the path of the database');
export const FORMAT = defect('database format', 'Name a file that is an SQLite database');
export const INTACT = defect('database intact', 'Restore the database from a backup');
export const DISK: Defect = {
  ...defect('disk', 'Check the disk, then restore the database from a backup if it is damaged'),
  effect: 'unknown',
};

function defect(check: string, suggestion: string): Defect {
  return { kind: 'defect', check, suggestion, effect: 'none' };
}
