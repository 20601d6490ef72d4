import { type FaultFinding, found } from './finding.js';
import { GENERIC } from './generic.js';
import { peek, peekInteger, peekString } from './peek.js';

type Kind =
  | 'connect'
  | 'exchange'
  | 'connect-timeout'
  | 'timeout'
  | 'untrusted'
  | 'malformed'
  | 'not-found'
  | 'forbidden'
  | 'exists'
  | 'exhausted'
  | 'handles'
  | 'busy'
  | 'storage';

/** Codes of Node, libuv, c-ares, undici, axios and OpenSSL, by what they mean. A code that is not here means nothing. */
const CODES: Readonly<Record<Kind, string>> = {
  connect:
    'ECONNREFUSED EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA ' +
    'EAI_NONAME ENODATA ESERVFAIL EREFUSED',
  exchange:
    'ECONNRESET ECONNABORTED EPIPE ENOTCONN ENETRESET UND_ERR_SOCKET ERR_STREAM_PREMATURE_CLOSE ERR_SOCKET_CLOSED ' +
    'ERR_NETWORK',
  'connect-timeout': 'UND_ERR_CONNECT_TIMEOUT ERR_SOCKET_CONNECTION_TIMEOUT ETIMEOUT',
  timeout: 'ETIMEDOUT ESOCKETTIMEDOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT',
  untrusted:
    'CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_REJECTED CERT_SIGNATURE_FAILURE ' +
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT ' +
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY HOSTNAME_MISMATCH INVALID_CA ERR_TLS_CERT_ALTNAME_INVALID EPROTO ' +
    'ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_UNSUPPORTED_PROTOCOL ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ' +
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE ERR_SSL_PACKET_LENGTH_TOO_LONG',
  malformed:
    'HPE_INVALID_CONSTANT HPE_INVALID_VERSION HPE_INVALID_STATUS HPE_INVALID_HEADER_TOKEN HPE_INVALID_CONTENT_LENGTH ' +
    'HPE_INVALID_CHUNK_SIZE HPE_INVALID_EOF_STATE HPE_HEADER_OVERFLOW UND_ERR_HEADERS_OVERFLOW ' +
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'not-found': 'ENOENT',
  forbidden: 'EACCES EPERM',
  exists: 'EEXIST ENOTEMPTY',
  exhausted: 'ENOSPC EDQUOT ENOMEM ERR_WORKER_OUT_OF_MEMORY',
  handles: 'EMFILE ENFILE ENOBUFS',
  busy: 'EBUSY',
  storage: 'EIO EROFS',
};

const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(CODES).flatMap(([kind, codes]) =>
    codes.split(' ').map((code) => [code, kind as Kind] as const),
  ),
);

/** Failures of the network, the file system and the process, by the name of their code. */
export function fromSystem(thrown: unknown): FaultFinding | undefined {
  const error_type = errnoName(thrown);
  if (error_type === undefined) return undefined;
  const kind = KINDS.get(error_type);
  const where = placeOf(thrown);
  const facts = { error_type, ...where };
  switch (kind) {
    case 'connect':
      return found(GENERIC.UNREACHABLE, { ...facts, phase: 'connect' });
    case 'exchange':
      // Older axios says ECONNABORTED for its own deadline.
      return error_type === 'ECONNABORTED' && peek(thrown, 'isAxiosError') === true
        ? found(GENERIC.TIMEOUT, facts)
        : found(GENERIC.UNREACHABLE, {
            ...facts,
            phase: where.syscall === 'connect' ? 'connect' : 'exchange',
          });
    case 'connect-timeout':
      return found(GENERIC.TIMEOUT, { ...facts, phase: 'connect' });
    case 'timeout':
      return found(GENERIC.TIMEOUT, {
        ...facts,
        ...(error_type === 'ETIMEDOUT' && where.syscall === undefined
          ? {}
          : { phase: where.syscall === 'connect' ? 'connect' : 'exchange' }),
      });
    case 'untrusted':
      return found(GENERIC.UNTRUSTED, facts);
    case 'malformed':
      return found(GENERIC.UPSTREAM_ERROR, { error_type, transient: false });
    case 'exists':
      return found(GENERIC.CONFLICT, { error_type });
    case 'exhausted':
    case 'handles':
      return found(GENERIC.EXHAUSTED, { error_type, transient: kind === 'handles' });
    case 'busy':
      return found(GENERIC.STORAGE_BUSY, { error_type });
    case 'storage':
      return found(GENERIC.STORAGE_UNAVAILABLE, { error_type, transient: false });
    case 'not-found':
    case 'forbidden':
      // On a local socket these are about the other side, and on a program to start about this server.
      if (where.syscall === 'connect') {
        return found(GENERIC.UNREACHABLE, { ...facts, phase: 'connect' });
      }
      if (where.syscall?.startsWith('spawn') === true) return undefined;
      return found(kind === 'forbidden' ? GENERIC.FORBIDDEN : GENERIC.NOT_FOUND, { error_type });
    default:
      return undefined;
  }
}

interface Place {
  readonly host?: string;
  readonly port?: number;
  readonly syscall?: string;
}

/** Host, port and system call. When both address families failed, Node leaves them on the members. */
function placeOf(thrown: unknown): Place {
  const member = peek(peek(thrown, 'errors'), 0);
  const socket = peek(thrown, 'socket');
  const host = first(isHost, [
    peek(thrown, 'hostname'),
    peek(thrown, 'host'),
    peek(thrown, 'address'),
    peek(member, 'address'),
    peek(socket, 'remoteAddress'),
  ]);
  const port =
    peekInteger(thrown, 'port') ?? peekInteger(member, 'port') ?? peekInteger(socket, 'remotePort');
  const call = first(isSyscall, [peek(thrown, 'syscall'), peek(member, 'syscall')]);
  const syscall = call?.split(' ', 1)[0]; // `spawn git`: the name of the program stays here
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && port > 0 && port < 65_536 && { port }),
    ...(syscall !== undefined && { syscall }),
  };
}

function first(is: (text: string) => boolean, values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && is(value));
}

/** A name or an address and nothing else: no path of a local socket, no userinfo, no sentence. */
function isHost(text: string): boolean {
  return text.length <= 253 && /^[\w.:%-]+$/.test(text);
}

function isSyscall(text: string): boolean {
  return /^\w{1,32}(?: |$)/.test(text);
}

/** The numbers of errno names where they are the same everywhere, then Linux, macOS, and libuv's own for Windows. */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  EPERM: [1, 4048],
  ENOENT: [2, 4058],
  EIO: [5, 4070],
  ENOMEM: [12, 4057],
  EACCES: [13, 4092],
  EBUSY: [16, 4082],
  EEXIST: [17, 4075],
  ENFILE: [23, 4061],
  EMFILE: [24, 4066],
  ENOSPC: [28, 4055],
  EROFS: [30, 4043],
  EPIPE: [32, 4047],
  ENETUNREACH: [101, 51, 4062],
  ECONNABORTED: [103, 53, 4079],
  ECONNRESET: [104, 54, 4077],
  ETIMEDOUT: [110, 60, 4039],
  ECONNREFUSED: [111, 61, 4078],
  EHOSTUNREACH: [113, 65, 4073],
  EAI_AGAIN: [3001],
  ENOTFOUND: [3008],
};

const NAMES = new Map(
  Object.entries(NUMBERS).flatMap(([name, numbers]) => numbers.map((n) => [-n, name] as const)),
);

/**
 * The code of a system error: `code`, a string `errno` as older clients set it, or libuv's negative number. A number counts
 * only beside `syscall`: MySQL and SQLite drivers have an `errno` of their own.
 */
export function errnoName(thrown: unknown): string | undefined {
  const name = peekString(thrown, 'code') ?? peekString(thrown, 'errno');
  if (name !== undefined) return name;
  if (peekString(thrown, 'syscall') === undefined) return undefined;
  return NAMES.get(peekInteger(thrown, 'errno') ?? 0);
}
