import type { Effect } from '@errata/core';

/** A transient failure, or one that ends when space is freed: the same call may succeed later. */
export interface Outage {
  readonly kind: 'outage';
  /** What is certain of the statement that met it. */
  readonly effect: Effect;
  /** Seconds, where it takes longer than a moment. */
  readonly retryAfter?: number;
}

/** A failure that stays until the operator repairs it. */
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

type Table = Readonly<Record<string, StorageProblem>>;

/** PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQLSTATES: Table = {
  '08001': REFUSED, // unable to establish a connection
  '08004': REFUSED, // connection rejected
  '25006': WRITABLE, // read-only transaction
  '25P03': REFUSED, // idle in transaction for too long
  '25P04': REFUSED, // transaction timeout
  '28000': CREDENTIALS, // unknown role
  '28P01': CREDENTIALS, // wrong password
  '3D000': EXISTS, // unknown database
  '3F000': SCHEMA, // unknown schema
  '40001': REFUSED, // serialization failure
  '40003': BROKEN, // completion unknown
  '40P01': REFUSED, // deadlock
  '42501': READABLE, // insufficient privilege
  '42703': SCHEMA, // unknown column
  '42P01': SCHEMA, // unknown table
  '53100': FULL, // disk full
  '53200': REFUSED, // out of memory
  '53300': REFUSED, // too many connections
  '53400': REFUSED, // a configured limit
  '55006': REFUSED, // object in use
  '55P03': REFUSED, // lock not available
  '57014': REFUSED, // query cancelled
  '57P01': BROKEN, // shut down by the administrator
  '57P02': BROKEN, // shut down by a crash
  '57P03': REFUSED, // starting up or shutting down
  '57P04': EXISTS, // database dropped
  '57P05': BROKEN, // session idle for too long
  '58030': DISK, // I/O error
  '58P01': INTACT, // a file of the server is missing
  XX001: INTACT, // data corrupted
  XX002: INTACT, // index corrupted
};

/** What a class of SQLSTATE says where the state itself is not listed: 08 is the connection. */
const SQLSTATE_CLASSES: Table = { '08': BROKEN };

/** SQLite by primary code: https://www.sqlite.org/rescode.html */
const SQLITE_CODES: Readonly<Record<number, readonly [string, StorageProblem]>> = {
  1: ['SQLITE_ERROR', STATEMENT],
  3: ['SQLITE_PERM', WRITABLE],
  5: ['SQLITE_BUSY', REFUSED],
  6: ['SQLITE_LOCKED', REFUSED],
  7: ['SQLITE_NOMEM', REFUSED],
  8: ['SQLITE_READONLY', WRITABLE],
  9: ['SQLITE_INTERRUPT', REFUSED],
  10: ['SQLITE_IOERR', DISK],
  11: ['SQLITE_CORRUPT', INTACT],
  13: ['SQLITE_FULL', FULL],
  14: ['SQLITE_CANTOPEN', OPENS],
  15: ['SQLITE_PROTOCOL', REFUSED],
  23: ['SQLITE_AUTH', READABLE],
  26: ['SQLITE_NOTADB', FORMAT],
  // Extended: there is no room for the file that the connections share.
  4874: ['SQLITE_IOERR_SHMSIZE', FULL],
};

/** The system: on the way to a server, or on the way to a file. */
const ERRNOS: Table = {
  ...each(REFUSED, 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'),
  ...each(REFUSED, 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY'),
  ...each(BROKEN, 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'),
  ...each(BROKEN, 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'),
  ...each(FULL, 'ENOSPC', 'EDQUOT'),
  ...each(WRITABLE, 'EACCES', 'EPERM', 'EROFS'),
  ...each(OPENS, 'ENOENT', 'EISDIR', 'ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG'),
  EIO: DISK,
};

function each(problem: StorageProblem, ...codes: readonly string[]): Table {
  return Object.fromEntries(codes.map((code) => [code, problem]));
}

const MAX_DEPTH = 4;

/** A problem under the name that the database, its driver or the system has for it. */
interface NamedProblem {
  readonly name: string;
  readonly problem: StorageProblem;
}

/** What an error, or what caused it, says by its codes; its text is never read. */
export function findProblem(thrown: unknown): NamedProblem | undefined {
  let error = thrown;
  for (let depth = 0; depth < MAX_DEPTH && error instanceof Error; depth++) {
    const found = fromCodes(error);
    if (found !== undefined) return found;
    error = error.cause;
  }
  return undefined;
}

/** An error without any code. The driver of PostgreSQL raises such ones for a lost connection and for its own timeouts. */
export function isUncoded(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'Error' && !('code' in thrown);
}

function fromCodes(error: Error): NamedProblem | undefined {
  const { code, errcode, severity } = error as Error &
    Record<'code' | 'errcode' | 'severity', unknown>;
  if (typeof code !== 'string') return undefined;
  if (code === 'ERR_SQLITE_ERROR') return fromSqlite(errcode);
  // Five capitals and digits alone are no SQLSTATE: EPIPE has them too. What the server says has a severity.
  if (typeof severity === 'string') {
    return named(code, own(SQLSTATES, code) ?? own(SQLSTATE_CLASSES, code.slice(0, 2)));
  }
  return named(code, own(ERRNOS, code));
}

/** By the extended code where it says more, else by the primary one, which is its low byte. */
function fromSqlite(errcode: unknown): NamedProblem | undefined {
  if (typeof errcode !== 'number') return undefined;
  const found = SQLITE_CODES[errcode] ?? SQLITE_CODES[errcode & 0xff];
  return found === undefined ? undefined : named(...found);
}

function named(name: string, problem: StorageProblem | undefined): NamedProblem | undefined {
  return problem === undefined ? undefined : { name, problem };
}

function own(table: Readonly<Record<string, StorageProblem>>, key: string) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
