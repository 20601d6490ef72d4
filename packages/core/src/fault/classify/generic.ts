import type { ContextOf, Fields } from '../fields.js';
import { resolveFields } from '../fields.js';
import type { Definition, DefinitionInput } from '../definition.js';

/** The domain of failures that were recognised rather than declared. */
export const GENERIC_DOMAIN = 'errata';

/** The address of the other side, from the properties of the error. */
const place = {
  error_type: { type: 'string?', description: 'The name of the errno or code' },
  host: 'string?',
  port: 'integer?',
  syscall: 'string?',
} as const satisfies Fields;

/** `connect`: the other side never got the request. `exchange`: it may have, and may have acted on it. */
const phase = { type: 'string', values: ['connect', 'exchange'] } as const;
const optionalPhase = { type: 'string?', values: ['connect', 'exchange'] } as const;

const cause = { error_type: place.error_type, status: 'integer?' } as const satisfies Fields;
const transient = {
  type: 'boolean',
  description: 'Whether it is likely to pass by itself',
} as const;

/** The user cannot fix the server's own credentials and certificates. */
const SERVER_SIDE =
  'do not repeat the call; tell the user that the operator of this server has to fix it';

/**
 * What {@link classify} makes of anything that is not a fault. These are never shown with a number of their own unless a
 * contract adopts them. A recognised cause says what failed, not what the handler had done before it, so the effect is
 * `unknown`: nothing here may tell a client that repeating a write is safe. Our own check of the arguments runs before
 * any work, and is the exception.
 */
export const GENERIC = {
  UNEXPECTED: define('UNEXPECTED', {
    code: -32603,
    title: 'Unexpected error',
    category: 'internal',
    when: 'Anything was thrown that nothing recognises',
    condition: 'unexpected',
    context: {
      error_type: {
        type: 'string?',
        description: 'A built-in class, or the type of a thrown non-error',
      },
    },
    details: 'Unexpected server error',
    recovery: 'report_and_abort',
    effect: 'unknown',
    http: 500,
  }),
  INVALID_INPUT: define('INVALID_INPUT', {
    code: -32602,
    title: 'Invalid input',
    category: 'validation',
    when: 'The arguments of the call do not fit their schema',
    condition: 'validation',
    context: {
      errors: {
        type: 'object[]',
        items: { field: 'string', message: 'string', expected: 'string?', received: 'string?' },
      },
      more: { type: 'integer?', description: 'How many problems are not listed' },
    },
    details: ({ errors, more = 0 }) => {
      const total = errors.length + more;
      const fields = errors.slice(0, 3).map((error) => error.field);
      const rest = total > fields.length ? `, and ${total - fields.length} more` : '';
      return `${total} ${total === 1 ? 'problem' : 'problems'} with the input: ${fields.join(', ')}${rest}`;
    },
    recovery: 'fix_and_retry',
    effect: 'none',
    http: 400,
  }),
  TIMEOUT: define('TIMEOUT', {
    code: -32603,
    title: 'Timed out',
    category: 'dependency',
    when: 'A deadline passed: of a signal, a connection, a request or a statement',
    condition: 'timeout',
    context: { ...place, phase: optionalPhase, status: 'integer?' },
    details: (c) => `No answer in time${at(c)}${describeCause(c)}`,
    recovery: 'retry_with_backoff',
    effect: 'unknown',
    http: 504,
  }),
  CANCELLED: define('CANCELLED', {
    code: -32603,
    title: 'Cancelled',
    category: 'internal',
    when: 'The work was aborted, and the abort names no other cause',
    condition: 'cancelled',
    details: 'The call was cancelled before it finished',
    suggestion: 'repeat the call only if the user asks for it',
    recovery: 'report_and_abort',
    effect: 'unknown',
  }),
  UNREACHABLE: define('UNREACHABLE', {
    code: -32603,
    title: 'Unreachable',
    category: 'dependency',
    when: 'A connection could not be made, or broke',
    condition: 'unreachable',
    context: { ...place, phase },
    details: (c) =>
      `${c.phase === 'connect' ? 'Cannot connect' : 'The connection broke'}${at(c)}${describeCause(c)}`,
    recovery: 'retry_with_backoff',
    effect: 'unknown',
    http: 502,
  }),
  UNTRUSTED: define('UNTRUSTED', {
    code: -32603,
    title: 'Secure connection refused',
    category: 'dependency',
    when: 'TLS failed: a certificate is expired, self-signed or for another name, or the handshake broke',
    condition: 'unreachable',
    context: place,
    details: (c) => `No secure connection could be made${at(c)}${describeCause(c)}`,
    suggestion: SERVER_SIDE,
    recovery: 'user_action_required',
    effect: 'unknown',
    http: 502,
  }),
  UPSTREAM_AUTH: define('UPSTREAM_AUTH', {
    code: -32603,
    title: 'Upstream refused the credentials',
    category: 'dependency',
    when: 'A service that the server calls answered 401, 403 or 407, or a database refused the login',
    condition: 'upstream-auth',
    context: cause,
    details: (c) => `A service that this server uses refused its credentials${describeCause(c)}`,
    suggestion: SERVER_SIDE,
    recovery: 'user_action_required',
    effect: 'unknown',
    http: 502,
  }),
  UPSTREAM_ERROR: define('UPSTREAM_ERROR', {
    code: -32603,
    title: 'Upstream error',
    category: 'dependency',
    when: 'A service that the server calls answered with a failure, or with something unreadable',
    condition: 'upstream-error',
    context: { ...cause, transient, retry_after: 'integer?' },
    details: (c) => `A service that this server uses returned an error${describeCause(c)}`,
    recovery: {
      strategy: ({ status = 500, transient }) =>
        transient ? 'retry_with_backoff' : status < 500 ? 'fix_and_retry' : 'report_and_abort',
    },
    retryableWhen: 'the failure is transient',
    effect: 'unknown',
    http: 502,
  }),
  RATE_LIMITED: define('RATE_LIMITED', {
    code: -32603,
    title: 'Rate limited',
    category: 'dependency',
    when: 'A service that the server calls answered 429',
    condition: 'rate-limited',
    context: { status: 'integer?', retry_after: 'integer?' },
    details: (c) =>
      `A service that this server uses accepts no more calls${c.retry_after === undefined ? ' now' : ` for ${c.retry_after} s`}${describeCause(c)}`,
    recovery: 'retry_with_backoff',
    effect: 'unknown',
    http: 429,
  }),
  NOT_FOUND: define('NOT_FOUND', {
    code: -32603,
    title: 'Not found',
    category: 'business',
    when: 'A file does not exist, or a service that the server calls answered 404 or 410',
    condition: 'not-found',
    context: cause,
    details: (c) => `A file or object that the call needs was not found${describeCause(c)}`,
    recovery: 'fix_and_retry',
    effect: 'unknown',
    http: 404,
  }),
  FORBIDDEN: define('FORBIDDEN', {
    code: -32603,
    title: 'Forbidden',
    category: 'business',
    when: 'The operating system or the database refused access',
    condition: 'forbidden',
    context: cause,
    details: (c) => `Access was refused${describeCause(c)}`,
    recovery: 'user_action_required',
    effect: 'unknown',
    http: 403,
  }),
  CONFLICT: define('CONFLICT', {
    code: -32603,
    title: 'Conflict',
    category: 'business',
    when: 'Something is there already, or a constraint of the database does not allow it',
    condition: 'conflict',
    context: {
      ...cause,
      constraint: { type: 'string?', description: 'The kind of the constraint, such as `unique`' },
    },
    details: (c) =>
      `The call conflicts with existing data${c.constraint === undefined ? '' : `: ${c.constraint} constraint`}${describeCause(c)}`,
    recovery: 'fix_and_retry',
    effect: 'unknown',
    http: 409,
  }),
  EXHAUSTED: define('EXHAUSTED', {
    code: -32603,
    title: 'Resources exhausted',
    category: 'dependency',
    when: 'Space, memory, file handles or connections ran out',
    condition: 'exhausted',
    context: { error_type: place.error_type, transient },
    details: (c) => `The server ran out of a resource${describeCause(c)}`,
    recovery: {
      strategy: (c) => (c.transient ? 'retry_with_backoff' : 'user_action_required'),
    },
    retryableWhen: 'handles or connections ran out, not space',
    effect: 'unknown',
    http: 503,
  }),
  STORAGE_BUSY: define('STORAGE_BUSY', {
    code: -32603,
    title: 'Storage busy',
    category: 'dependency',
    when: 'A lock was not free, or a transaction lost against another one',
    condition: 'storage-unavailable',
    context: { error_type: place.error_type },
    details: (c) => `The storage is busy with other work${describeCause(c)}`,
    recovery: 'retry_with_backoff',
    effect: 'unknown',
    http: 503,
  }),
  STORAGE_UNAVAILABLE: define('STORAGE_UNAVAILABLE', {
    code: -32603,
    title: 'Storage unavailable',
    category: 'dependency',
    when: 'The storage is down, cannot be opened, is read-only or damaged',
    condition: 'storage-unavailable',
    context: { error_type: place.error_type, transient },
    details: (c) => `The storage is not available${describeCause(c)}`,
    recovery: {
      strategy: (c) => (c.transient ? 'retry_with_backoff' : 'user_action_required'),
    },
    retryableWhen: 'the connection failed or the database restarts',
    effect: 'unknown',
    http: 503,
  }),
};

function define<const F>(reason: string, input: DefinitionInput<F>): Definition<ContextOf<F>> {
  const { context, ...rest } = input;
  return {
    ...rest,
    domain: GENERIC_DOMAIN,
    reason,
    fields: resolveFields((context as Fields | undefined) ?? {}),
  };
}

function at({ host, port }: { host?: string | undefined; port?: number | undefined }): string {
  if (host === undefined) return '';
  const name = host.includes(':') ? `[${host}]` : host;
  return ` (${port === undefined ? name : `${name}:${port}`})`;
}

function describeCause(c: {
  error_type?: string | undefined;
  status?: number | undefined;
}): string {
  const facts = [c.error_type, c.status === undefined ? undefined : `HTTP ${c.status}`];
  const shown = facts.filter((fact) => fact !== undefined);
  return shown.length === 0 ? '' : ` [${shown.join(', ')}]`;
}
