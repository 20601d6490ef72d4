import * as problem from './storage-problem.js';
import type { StorageProblem } from './storage-problem.js';

type Table = Readonly<Record<string, StorageProblem>>;

/** PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const SQLSTATES: Table = {
  '08001': problem.REFUSED, // unable to establish a connection
  '08004': problem.REFUSED, // connection rejected
  '25006': problem.WRITABLE, // read-only transaction
  '25P03': problem.REFUSED, // idle in transaction for too long
  '25P04': problem.REFUSED, // transaction timeout
  '28000': problem.CREDENTIALS, // unknown role
  '28P01': problem.CREDENTIALS, // wrong password
  '3D000': problem.EXISTS, // unknown database
  '3F000': problem.SCHEMA, // unknown schema
  '40001': problem.REFUSED, // serialization failure
  '40003': problem.BROKEN, // completion unknown
  '40P01': problem.REFUSED, // deadlock
  '42501': problem.READABLE, // insufficient privilege
  '42703': problem.SCHEMA, // unknown column
  '42P01': problem.SCHEMA, // unknown table
  '53100': problem.FULL, // disk full
  '53200': problem.REFUSED, // out of memory
  '53300': problem.REFUSED, // too many connections
  '53400': problem.REFUSED, // a configured limit
  '55006': problem.REFUSED, // object in use
  '55P03': problem.REFUSED, // lock not available
  '57014': problem.REFUSED, // query cancelled
  '57P01': problem.BROKEN, // shut down by the administrator
  '57P02': problem.BROKEN, // shut down by a crash
  '57P03': problem.REFUSED, // starting up or shutting down
  '57P04': problem.EXISTS, // database dropped
  '57P05': problem.BROKEN, // session idle for too long
  '58030': problem.DISK, // I/O error
  '58P01': problem.INTACT, // a file of the server is missing
  XX001: problem.INTACT, // data corrupted
  XX002: problem.INTACT, // index corrupted
};

/** What a class of SQLSTATE says where the state itself is not listed: 08 is the connection. */
export const SQLSTATE_CLASSES: Table = { '08': problem.BROKEN };

/** SQLite by primary code: https://www.sqlite.org/rescode.html */
export const SQLITE_CODES: Readonly<Record<number, readonly [string, StorageProblem]>> = {
  1: ['SQLITE_ERROR', problem.STATEMENT],
  3: ['SQLITE_PERM', problem.WRITABLE],
  5: ['SQLITE_BUSY', problem.REFUSED],
  6: ['SQLITE_LOCKED', problem.REFUSED],
  7: ['SQLITE_NOMEM', problem.REFUSED],
  8: ['SQLITE_READONLY', problem.WRITABLE],
  9: ['SQLITE_INTERRUPT', problem.REFUSED],
  10: ['SQLITE_IOERR', problem.DISK],
  11: ['SQLITE_CORRUPT', problem.INTACT],
  13: ['SQLITE_FULL', problem.FULL],
  14: ['SQLITE_CANTOPEN', problem.OPENS],
  15: ['SQLITE_PROTOCOL', problem.REFUSED],
  23: ['SQLITE_AUTH', problem.READABLE],
  26: ['SQLITE_NOTADB', problem.FORMAT],
  // Extended: there is no room for the file that the connections share.
  4874: ['SQLITE_IOERR_SHMSIZE', problem.FULL],
};

/** The system: on the way to a server, or on the way to a file. */
export const ERRNOS: Table = {
  ECONNREFUSED: problem.REFUSED,
  ENOTFOUND: problem.REFUSED,
  EAI_AGAIN: problem.REFUSED,
  EHOSTUNREACH: problem.BROKEN,
  ENETUNREACH: problem.BROKEN,
  EHOSTDOWN: problem.BROKEN,
  ENETDOWN: problem.BROKEN,
  ECONNRESET: problem.BROKEN,
  ECONNABORTED: problem.BROKEN,
  EPIPE: problem.BROKEN,
  ETIMEDOUT: problem.BROKEN,
  ENOSPC: problem.FULL,
  EDQUOT: problem.FULL,
  EMFILE: problem.REFUSED,
  ENFILE: problem.REFUSED,
  ENOMEM: problem.REFUSED,
  EAGAIN: problem.REFUSED,
  EBUSY: problem.REFUSED,
  EACCES: problem.WRITABLE,
  EPERM: problem.WRITABLE,
  EROFS: problem.WRITABLE,
  ENOENT: problem.OPENS,
  EISDIR: problem.OPENS,
  ENOTDIR: problem.OPENS,
  EEXIST: problem.OPENS,
  ELOOP: problem.OPENS,
  ENAMETOOLONG: problem.OPENS,
  EIO: problem.DISK,
};
