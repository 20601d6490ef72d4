import { expect, it } from 'vitest';
import type { Definition } from '../definition.js';
import { Fault } from '../fault.js';
import { GENERIC } from './generic.js';

type Field = Definition['fields'][number];

const describeField = (field: Field): string => {
  const { name, type, required, values, items, description } = field;
  const shown = items === undefined ? '' : `(${items.map(describeField).join(', ')})`;
  const about = description === undefined ? '' : ` "${description}"`;
  return `${name}${required ? '' : '?'}: ${[type, ...(values ?? [])].join('|')}${shown}${about}`;
};

it('declares text, effect and HTTP status of each failure', () => {
  const rows = Object.values(GENERIC).map((d) =>
    [d.reason, d.condition, d.category, d.effect, d.http ?? '-'].join(' '),
  );
  expect(rows).toEqual([
    'UNEXPECTED unexpected internal unknown 500',
    'INVALID_INPUT validation validation none 400',
    'TIMEOUT timeout dependency unknown 504',
    'CANCELLED cancelled internal unknown -',
    'UNREACHABLE unreachable dependency unknown 502',
    'UNTRUSTED unreachable dependency unknown 502',
    'UPSTREAM_AUTH upstream-auth dependency unknown 502',
    'UPSTREAM_ERROR upstream-error dependency unknown 502',
    'RATE_LIMITED rate-limited dependency unknown 429',
    'NOT_FOUND not-found business unknown 404',
    'FORBIDDEN forbidden business unknown 403',
    'CONFLICT conflict business unknown 409',
    'EXHAUSTED exhausted dependency unknown 503',
    'STORAGE_BUSY storage-unavailable dependency unknown 503',
    'STORAGE_UNAVAILABLE storage-unavailable dependency unknown 503',
  ]);
});

it('describes each failure for the references', () => {
  const rows = Object.values(GENERIC).map(
    ({ reason, code, title, when, retryableWhen, fields }) => [
      reason,
      code,
      title,
      when,
      retryableWhen,
      fields.map(describeField).join(', '),
    ],
  );
  expect(rows).toEqual([
    [
      'UNEXPECTED',
      -32603,
      'Unexpected error',
      'Anything was thrown that nothing recognises',
      undefined,
      'error_type?: string "A built-in class, or the type of a thrown non-error"',
    ],
    [
      'INVALID_INPUT',
      -32602,
      'Invalid input',
      'The arguments of the call do not fit their schema',
      undefined,
      'errors: object[](field: string, message: string, expected?: string, received?: string), more?: integer "How many problems are not listed"',
    ],
    [
      'TIMEOUT',
      -32603,
      'Timed out',
      'A deadline passed: of a signal, a connection, a request or a statement',
      undefined,
      'error_type?: string "The name of the errno or code", host?: string, port?: integer, syscall?: string, phase?: string|connect|exchange, status?: integer',
    ],
    [
      'CANCELLED',
      -32603,
      'Cancelled',
      'The work was aborted, and the abort names no other cause',
      undefined,
      '',
    ],
    [
      'UNREACHABLE',
      -32603,
      'Unreachable',
      'A connection could not be made, or broke',
      undefined,
      'error_type?: string "The name of the errno or code", host?: string, port?: integer, syscall?: string, phase: string|connect|exchange',
    ],
    [
      'UNTRUSTED',
      -32603,
      'Secure connection refused',
      'TLS failed: a certificate is expired, self-signed or for another name, or the handshake broke',
      undefined,
      'error_type?: string "The name of the errno or code", host?: string, port?: integer, syscall?: string',
    ],
    [
      'UPSTREAM_AUTH',
      -32603,
      'Upstream refused the credentials',
      'A service that the server calls answered 401, 403 or 407, or a database refused the login',
      undefined,
      'error_type?: string "The name of the errno or code", status?: integer',
    ],
    [
      'UPSTREAM_ERROR',
      -32603,
      'Upstream error',
      'A service that the server calls answered with a failure, or with something unreadable',
      'the failure is transient',
      'error_type?: string "The name of the errno or code", status?: integer, transient: boolean "Whether it is likely to pass by itself", retry_after?: integer',
    ],
    [
      'RATE_LIMITED',
      -32603,
      'Rate limited',
      'A service that the server calls answered 429',
      undefined,
      'status?: integer, retry_after?: integer',
    ],
    [
      'NOT_FOUND',
      -32603,
      'Not found',
      'A file does not exist, or a service that the server calls answered 404 or 410',
      undefined,
      'error_type?: string "The name of the errno or code", status?: integer',
    ],
    [
      'FORBIDDEN',
      -32603,
      'Forbidden',
      'The operating system or the database refused access',
      undefined,
      'error_type?: string "The name of the errno or code", status?: integer',
    ],
    [
      'CONFLICT',
      -32603,
      'Conflict',
      'Something is there already, or a constraint of the database does not allow it',
      undefined,
      'error_type?: string "The name of the errno or code", status?: integer, constraint?: string "The kind of the constraint, such as `unique`"',
    ],
    [
      'EXHAUSTED',
      -32603,
      'Resources exhausted',
      'Space, memory, file handles or connections ran out',
      'handles or connections ran out, not space',
      'error_type?: string "The name of the errno or code", transient: boolean "Whether it is likely to pass by itself"',
    ],
    [
      'STORAGE_BUSY',
      -32603,
      'Storage busy',
      'A lock was not free, or a transaction lost against another one',
      undefined,
      'error_type?: string "The name of the errno or code"',
    ],
    [
      'STORAGE_UNAVAILABLE',
      -32603,
      'Storage unavailable',
      'The storage is down, cannot be opened, is read-only or damaged',
      'the connection failed or the database restarts',
      'error_type?: string "The name of the errno or code", transient: boolean "Whether it is likely to pass by itself"',
    ],
  ]);
});

it.each<[keyof typeof GENERIC, object, string, string]>([
  ['UNEXPECTED', {}, 'report_and_abort', 'Unexpected server error'],
  [
    'INVALID_INPUT',
    { errors: [{ field: 'a', message: 'x' }] },
    'fix_and_retry',
    '1 problem with the input: a',
  ],
  [
    'INVALID_INPUT',
    {
      errors: [
        { field: 'a', message: 'x' },
        { field: 'b', message: 'x' },
        { field: 'c', message: 'x' },
      ],
    },
    'fix_and_retry',
    '3 problems with the input: a, b, c',
  ],
  [
    'INVALID_INPUT',
    { errors: [{ field: 'a', message: 'x' }], more: 2 },
    'fix_and_retry',
    '3 problems with the input: a, and 2 more',
  ],
  ['TIMEOUT', {}, 'retry_with_backoff', 'No answer in time'],
  [
    'TIMEOUT',
    { host: 'a.lan', error_type: 'ETIMEDOUT', status: 504 },
    'retry_with_backoff',
    'No answer in time (a.lan) [ETIMEDOUT, HTTP 504]',
  ],
  ['CANCELLED', {}, 'report_and_abort', 'The call was cancelled before it finished'],
  [
    'UNREACHABLE',
    { phase: 'connect', host: 'a.lan', port: 80 },
    'retry_with_backoff',
    'Cannot connect (a.lan:80)',
  ],
  [
    'UNREACHABLE',
    { phase: 'exchange', host: 'fe80::1', port: 80 },
    'retry_with_backoff',
    'The connection broke ([fe80::1]:80)',
  ],
  [
    'UNREACHABLE',
    { phase: 'exchange', host: 'a.lan' },
    'retry_with_backoff',
    'The connection broke (a.lan)',
  ],
  [
    'UNTRUSTED',
    { host: 'a.lan', error_type: 'EPROTO' },
    'user_action_required',
    'No secure connection could be made (a.lan) [EPROTO]',
  ],
  [
    'UPSTREAM_AUTH',
    { status: 401 },
    'user_action_required',
    'A service that this server uses refused its credentials [HTTP 401]',
  ],
  [
    'UPSTREAM_ERROR',
    { transient: true, status: 502 },
    'retry_with_backoff',
    'A service that this server uses returned an error [HTTP 502]',
  ],
  [
    'UPSTREAM_ERROR',
    { transient: false, status: 499 },
    'fix_and_retry',
    'A service that this server uses returned an error [HTTP 499]',
  ],
  [
    'UPSTREAM_ERROR',
    { transient: false, status: 500 },
    'report_and_abort',
    'A service that this server uses returned an error [HTTP 500]',
  ],
  [
    'UPSTREAM_ERROR',
    { transient: false },
    'report_and_abort',
    'A service that this server uses returned an error',
  ],
  [
    'RATE_LIMITED',
    {},
    'retry_with_backoff',
    'A service that this server uses accepts no more calls now',
  ],
  [
    'RATE_LIMITED',
    { retry_after: 7, status: 429 },
    'retry_with_backoff',
    'A service that this server uses accepts no more calls for 7 s [HTTP 429]',
  ],
  [
    'NOT_FOUND',
    { status: 404 },
    'fix_and_retry',
    'A file or object that the call needs was not found [HTTP 404]',
  ],
  ['FORBIDDEN', { error_type: 'EACCES' }, 'user_action_required', 'Access was refused [EACCES]'],
  ['CONFLICT', {}, 'fix_and_retry', 'The call conflicts with existing data'],
  [
    'CONFLICT',
    { constraint: 'unique', error_type: '23505' },
    'fix_and_retry',
    'The call conflicts with existing data: unique constraint [23505]',
  ],
  [
    'EXHAUSTED',
    { transient: true, error_type: 'EMFILE' },
    'retry_with_backoff',
    'The server ran out of a resource [EMFILE]',
  ],
  ['EXHAUSTED', { transient: false }, 'user_action_required', 'The server ran out of a resource'],
  [
    'STORAGE_BUSY',
    { error_type: 'EBUSY' },
    'retry_with_backoff',
    'The storage is busy with other work [EBUSY]',
  ],
  [
    'STORAGE_UNAVAILABLE',
    { transient: true },
    'retry_with_backoff',
    'The storage is not available',
  ],
  [
    'STORAGE_UNAVAILABLE',
    { transient: false, error_type: 'EIO' },
    'user_action_required',
    'The storage is not available [EIO]',
  ],
])('%s with %o: %s, "%s"', (reason, context, strategy, details) => {
  const fault = new Fault(GENERIC[reason] as unknown as Definition<object>, context);
  expect([fault.strategy, fault.details]).toEqual([strategy, details]);
});
