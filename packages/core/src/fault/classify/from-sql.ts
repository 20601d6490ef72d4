import { found, type FaultFinding } from './finding.js';
import { GENERIC } from './generic.js';
import { peek, peekInteger, peekString } from './peek.js';

const MONGO_ERRORS = new Set(['MongoServerError', 'MongoBulkWriteError', 'MongoError']);

/** The errors of databases: PostgreSQL and others with SQLSTATE, SQLite under its several drivers, MongoDB. */
export function fromSql(thrown: unknown): FaultFinding | undefined {
  return fromSqlState(sqlStateOf(thrown)) ?? fromSqlite(thrown) ?? fromMongo(thrown);
}

/**
 * Five capitals and digits alone are no SQLSTATE: `EPIPE` has them, and Prisma's `P2002`. PostgreSQL drivers set `severity`
 * and `routine` beside `code`; others use a property of that very name.
 */
function sqlStateOf(thrown: unknown): string | undefined {
  const named = peekString(thrown, 'sqlState') ?? peekString(thrown, 'sqlstate');
  const isServerError =
    peekString(thrown, 'severity') !== undefined || peekString(thrown, 'routine') !== undefined;
  const state = named ?? (isServerError ? peekString(thrown, 'code') : undefined);
  return state !== undefined && /^[0-9A-Z]{5}$/.test(state) ? state : undefined;
}

const BUSY_STATES = new Set(['40001', '40P01', '55P03', '55006']);
const TRANSIENT_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '40003']);
const BROKEN_STATES = new Set(['57P04', '25006', '3D000', '58030', '58P01', 'XX001', 'XX002']);
const CONSTRAINTS: Readonly<Record<string, string>> = {
  '23502': 'not_null',
  '23503': 'foreign_key',
  '23505': 'unique',
  '23514': 'check',
  '23P01': 'exclusion',
};

function fromSqlState(state: string | undefined): FaultFinding | undefined {
  if (state === undefined) return undefined;
  const error_type = state;
  if (BUSY_STATES.has(state)) return found(GENERIC.STORAGE_BUSY, { error_type });
  if (BROKEN_STATES.has(state) || state === '08P01') {
    return found(GENERIC.STORAGE_UNAVAILABLE, { error_type, transient: false });
  }
  if (TRANSIENT_STATES.has(state)) {
    return found(GENERIC.STORAGE_UNAVAILABLE, { error_type, transient: true });
  }
  if (state === '42501') return found(GENERIC.FORBIDDEN, { error_type });
  // PostgreSQL raises query_canceled for statement_timeout too, and no property tells the two apart.
  if (state === '57014' || state === '25P03') return found(GENERIC.TIMEOUT, { error_type });
  switch (state.slice(0, 2)) {
    case '08':
      return found(GENERIC.STORAGE_UNAVAILABLE, { error_type, transient: true });
    case '23':
      return conflict(error_type, CONSTRAINTS[state]);
    case '28':
      return found(GENERIC.UPSTREAM_AUTH, { error_type });
    case '53':
      // 53300, too many connections, passes by itself; a full disk does not.
      return found(GENERIC.EXHAUSTED, { error_type, transient: state === '53300' });
    default:
      return undefined;
  }
}

/** Primary result codes by number (sqlite.org/rescode.html): the low byte of an extended code. */
const SQLITE_NAMES: Readonly<Record<number, string>> = {
  3: 'PERM',
  5: 'BUSY',
  6: 'LOCKED',
  7: 'NOMEM',
  8: 'READONLY',
  9: 'INTERRUPT',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  15: 'PROTOCOL',
  19: 'CONSTRAINT',
  23: 'AUTH',
  26: 'NOTADB',
};

const SQLITE_CONSTRAINTS: Readonly<Record<number | string, string>> = {
  1: 'check',
  3: 'foreign_key',
  5: 'not_null',
  6: 'primary_key',
  8: 'unique',
  CHECK: 'check',
  FOREIGNKEY: 'foreign_key',
  NOTNULL: 'not_null',
  PRIMARYKEY: 'primary_key',
  UNIQUE: 'unique',
};

function fromSqlite(thrown: unknown): FaultFinding | undefined {
  const code = peekString(thrown, 'code') ?? '';
  let name: string | undefined;
  let detail: string | number | undefined;
  if (code === 'ERR_SQLITE_ERROR') {
    const extended = peekInteger(thrown, 'errcode') ?? 0;
    name = SQLITE_NAMES[extended & 0xff];
    detail = extended >> 8;
  } else {
    // better-sqlite3, libsql and Bun spell the extended code out: SQLITE_CONSTRAINT_UNIQUE
    [, name, detail] = /^SQLITE_([A-Z]{2,16})(?:_([A-Z0-9_]{1,32}))?$/.exec(code) ?? [];
  }
  const error_type = `SQLITE_${name}`;
  switch (name) {
    case 'BUSY':
    case 'LOCKED':
    case 'PROTOCOL':
      return found(GENERIC.STORAGE_BUSY, { error_type });
    case 'CANTOPEN':
    case 'IOERR':
    case 'READONLY':
    case 'CORRUPT':
    case 'NOTADB':
      return found(GENERIC.STORAGE_UNAVAILABLE, { error_type, transient: false });
    case 'FULL':
    case 'NOMEM':
      return found(GENERIC.EXHAUSTED, { error_type, transient: false });
    case 'CONSTRAINT':
      return conflict(error_type, SQLITE_CONSTRAINTS[detail ?? '']);
    case 'PERM':
    case 'AUTH':
      return found(GENERIC.FORBIDDEN, { error_type });
    case 'INTERRUPT':
      return found(GENERIC.CANCELLED, {});
    default:
      return undefined;
  }
}

function conflict(error_type: string, constraint: string | undefined): FaultFinding {
  return found(GENERIC.CONFLICT, { error_type, ...(constraint !== undefined && { constraint }) });
}

function fromMongo(thrown: unknown): FaultFinding | undefined {
  return MONGO_ERRORS.has(peekString(thrown, 'name') ?? '') && peek(thrown, 'code') === 11000
    ? found(GENERIC.CONFLICT, { constraint: 'unique' })
    : undefined;
}
