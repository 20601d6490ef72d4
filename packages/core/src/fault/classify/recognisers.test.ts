import { getSystemErrorMap } from 'node:util';
import { describe, expect, it } from 'vitest';
import { classify } from './classify.js';

const system = (facts: object) => Object.assign(new Error('secret text'), facts);

describe('codes of the system', () => {
  it.each<[object, string, object]>([
    [
      { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.lan' },
      'UNREACHABLE',
      { error_type: 'ENOTFOUND', syscall: 'getaddrinfo', host: 'db.lan', phase: 'connect' },
    ],
    [
      { code: 'ECONNRESET', syscall: 'read', errno: -104 },
      'UNREACHABLE',
      { error_type: 'ECONNRESET', syscall: 'read', phase: 'exchange' },
    ],
    [{ code: 'ECONNRESET' }, 'UNREACHABLE', { error_type: 'ECONNRESET', phase: 'exchange' }],
    [
      { code: 'ETIMEDOUT', syscall: 'connect', address: 'fe80::1', port: 443 },
      'TIMEOUT',
      { error_type: 'ETIMEDOUT', syscall: 'connect', host: 'fe80::1', port: 443, phase: 'connect' },
    ],
    [{ code: 'ETIMEDOUT' }, 'TIMEOUT', { error_type: 'ETIMEDOUT' }],
    [
      { code: 'ETIMEDOUT', syscall: 'spawnSync /opt/secret/tool' },
      'TIMEOUT',
      { error_type: 'ETIMEDOUT', syscall: 'spawnSync', phase: 'exchange' },
    ],
    [{ code: 'ECONNABORTED', isAxiosError: true }, 'TIMEOUT', { error_type: 'ECONNABORTED' }],
    [{ code: 'ECONNABORTED' }, 'UNREACHABLE', { error_type: 'ECONNABORTED', phase: 'exchange' }],
    [
      { code: 'ERR_NETWORK', isAxiosError: true },
      'UNREACHABLE',
      { error_type: 'ERR_NETWORK', phase: 'exchange' },
    ],
    [
      { code: 'UND_ERR_CONNECT_TIMEOUT' },
      'TIMEOUT',
      { error_type: 'UND_ERR_CONNECT_TIMEOUT', phase: 'connect' },
    ],
    [
      { code: 'UND_ERR_BODY_TIMEOUT' },
      'TIMEOUT',
      { error_type: 'UND_ERR_BODY_TIMEOUT', phase: 'exchange' },
    ],
    [
      { code: 'UND_ERR_SOCKET', socket: { remoteAddress: '198.51.100.7', remotePort: 443 } },
      'UNREACHABLE',
      { error_type: 'UND_ERR_SOCKET', host: '198.51.100.7', port: 443, phase: 'exchange' },
    ],
    [{ code: 'UND_ERR_ABORTED', name: 'AbortError' }, 'CANCELLED', {}],
    [{ code: 'ERR_CANCELED', name: 'CanceledError' }, 'CANCELLED', {}],
    [
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      'UNTRUSTED',
      { error_type: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    ],
    [
      { code: 'ERR_TLS_CERT_ALTNAME_INVALID', host: 'router.lan' },
      'UNTRUSTED',
      { error_type: 'ERR_TLS_CERT_ALTNAME_INVALID', host: 'router.lan' },
    ],
    [
      { code: 'HPE_INVALID_CONSTANT' },
      'UPSTREAM_ERROR',
      { error_type: 'HPE_INVALID_CONSTANT', transient: false },
    ],
    [
      { code: 'EACCES', syscall: 'open', path: '/etc/shadow' },
      'FORBIDDEN',
      { error_type: 'EACCES' },
    ],
    [{ code: 'EPERM' }, 'FORBIDDEN', { error_type: 'EPERM' }],
    [
      { code: 'ENOENT', syscall: 'connect', address: '/run/db.sock' },
      'UNREACHABLE',
      { error_type: 'ENOENT', syscall: 'connect', phase: 'connect' },
    ],
    [{ code: 'ENOENT', syscall: 'spawn git' }, 'UNEXPECTED', { error_type: 'Error' }],
    [{ code: 'ENOSPC' }, 'EXHAUSTED', { error_type: 'ENOSPC', transient: false }],
    [{ code: 'EMFILE' }, 'EXHAUSTED', { error_type: 'EMFILE', transient: true }],
    [{ code: 'EBUSY' }, 'STORAGE_BUSY', { error_type: 'EBUSY' }],
    [{ code: 'EROFS' }, 'STORAGE_UNAVAILABLE', { error_type: 'EROFS', transient: false }],
    [
      { errno: 'ECONNREFUSED', type: 'system' },
      'UNREACHABLE',
      { error_type: 'ECONNREFUSED', phase: 'connect' },
    ],
    [
      { errno: -4078, syscall: 'connect' },
      'UNREACHABLE',
      { error_type: 'ECONNREFUSED', syscall: 'connect', phase: 'connect' },
    ],
    [{ errno: -111 }, 'UNEXPECTED', { error_type: 'Error' }],
    [
      { code: 'ECONNREFUSED', host: 'user:pw@h/x y', port: 1e9 },
      'UNREACHABLE',
      { error_type: 'ECONNREFUSED', phase: 'connect' },
    ],
    [{ name: 'QuotaExceededError' }, 'EXHAUSTED', { transient: false }],
  ])('%o is %s', (facts, reason, context) => {
    const fault = classify(system(facts));
    expect(fault.reason).toBe(reason);
    expect(fault.context).toEqual(context);
    expect(fault.retryable).toBe(fault.strategy === 'retry_with_backoff');
  });

  it('knows the numbers that this platform gives to the names', () => {
    const known = (
      'EPERM ENOENT EIO ENOMEM EACCES EBUSY EEXIST ENFILE EMFILE ENOSPC EROFS EPIPE ENETUNREACH ' +
      'ECONNABORTED ECONNRESET ETIMEDOUT ECONNREFUSED EHOSTUNREACH EAI_AGAIN ENOTFOUND'
    ).split(' ');
    for (const [errno, [code]] of getSystemErrorMap()) {
      if (!known.includes(code)) continue;
      const byNumber = classify(system({ errno, syscall: 'read' }));
      const byName = classify(system({ code, syscall: 'read' }));
      expect([code, byNumber.reason]).toEqual([code, byName.reason]);
      expect(byNumber.context).toEqual(byName.context);
    }
  });

  it.each([
    [0, undefined],
    [1, 1],
    [65_535, 65_535],
    [65_536, undefined],
  ])('shows a port that exists: %i as %s', (port, shown) => {
    const { context } = classify(system({ code: 'ECONNREFUSED', port }));
    expect((context as { port?: number }).port).toBe(shown);
  });

  it('is silent about an address that is a path', () => {
    const fault = classify(system({ code: 'ECONNREFUSED', address: '/home/me/.secret.sock' }));
    expect(fault.details).toBe('Cannot connect [ECONNREFUSED]');
  });
});

describe('HTTP', () => {
  const now = () => Date.parse('2026-07-28T12:00:00Z');

  it.each<[number, string, string]>([
    [400, 'UPSTREAM_ERROR', 'fix_and_retry'],
    [401, 'UPSTREAM_AUTH', 'user_action_required'],
    [403, 'UPSTREAM_AUTH', 'user_action_required'],
    [404, 'NOT_FOUND', 'fix_and_retry'],
    [408, 'TIMEOUT', 'retry_with_backoff'],
    [409, 'CONFLICT', 'fix_and_retry'],
    [410, 'NOT_FOUND', 'fix_and_retry'],
    [412, 'CONFLICT', 'fix_and_retry'],
    [422, 'UPSTREAM_ERROR', 'fix_and_retry'],
    [425, 'UPSTREAM_ERROR', 'retry_with_backoff'],
    [429, 'RATE_LIMITED', 'retry_with_backoff'],
    [500, 'UPSTREAM_ERROR', 'report_and_abort'],
    [502, 'UPSTREAM_ERROR', 'retry_with_backoff'],
    [503, 'UPSTREAM_ERROR', 'retry_with_backoff'],
    [504, 'TIMEOUT', 'retry_with_backoff'],
    [599, 'UPSTREAM_ERROR', 'report_and_abort'],
  ])('%i is %s, wherever the client keeps it', (status, reason, strategy) => {
    const places = [
      { status },
      { statusCode: status },
      { response: { status } },
      { response: { statusCode: status }, code: 'ERR_NON_2XX_3XX_RESPONSE' },
      { $metadata: { httpStatusCode: status } },
      new Response('secret', { status }),
      new Error('x', { cause: { status } }),
    ];
    for (const thrown of places) {
      const fault = classify(thrown);
      expect(fault).toMatchObject({ reason, strategy, context: { status } });
      expect(fault.details).toContain(`HTTP ${status}`);
    }
  });

  it.each<[string, object, number | undefined]>([
    ['seconds', { 'retry-after': '120' }, 120],
    ['a title-case key', { 'Retry-After': ' 7 ' }, 7],
    ['Headers', new Headers({ 'Retry-After': '9' }), 9],
    ['a date', { 'retry-after': 'Tue, 28 Jul 2026 12:01:30 GMT' }, 90],
    ['an RFC 850 date', { 'retry-after': 'Tuesday, 28-Jul-26 12:01:30 GMT' }, 90],
    ['an asctime date', { 'retry-after': 'Tue Jul 28 12:01:30 2026' }, 90],
    ['a date in the past', { 'retry-after': 'Mon, 27 Jul 2026 12:00:00 GMT' }, 0],
    [
      'the clock of the upstream',
      { 'retry-after': 'Tue, 28 Jul 2026 12:01:30 GMT', date: 'Tue, 28 Jul 2026 12:01:00 GMT' },
      30,
    ],
    [
      'the clock of the upstream, with title-case keys and spaces',
      { 'Retry-After': 'Tue, 28 Jul 2026 12:01:30 GMT', Date: ' Tue, 28 Jul 2026 12:01:00 GMT ' },
      30,
    ],
    [
      'the clock of the upstream, in Headers that do not trim',
      {
        [Symbol.toStringTag]: 'Headers',
        get: (name: string) =>
          name === 'date' ? ' Tue, 28 Jul 2026 12:01:00 GMT ' : 'Tue, 28 Jul 2026 12:01:30 GMT',
      },
      30,
    ],
    ['a number that is none', { 'retry-after': '-5' }, undefined],
    ['a sentence', { 'retry-after': 'soon, maybe' }, undefined],
    ['what is no text', { 'retry-after': { toString: () => '5' } }, undefined],
    ['a false Headers', { [Symbol.toStringTag]: 'Headers' }, undefined],
  ])('Retry-After: %s', (_name, headers, seconds) => {
    for (const status of [429, 503]) {
      expect(classify({ response: { status, headers } }, { now }).retryAfter).toBe(seconds);
      expect(classify({ status, headers }, { now }).retryAfter).toBe(seconds);
    }
  });

  it('takes the status of the response before that of the error, and none over 599', () => {
    expect(classify({ status: 500, response: { status: 404 } }).context).toEqual({ status: 404 });
    expect(classify({ status: 600 }).reason).toBe('UNEXPECTED');
  });

  it('says of a timeout that the exchange had begun, and nothing of a Retry-After that is missing', () => {
    expect(classify({ status: 408 }).context).toEqual({ status: 408, phase: 'exchange' });
    expect(Object.keys(classify({ status: 429 }).context)).toEqual(['status']);
  });

  it('reads nothing of an axios error but status and Retry-After', () => {
    const error = Object.assign(new Error('Request failed with status code 500'), {
      isAxiosError: true,
      code: 'ERR_BAD_RESPONSE',
      config: { headers: { Authorization: 'Bearer sk-live-1' }, url: 'https://u:p@h/?key=k' },
      response: { status: 500, headers: { 'set-cookie': 'sid=1' }, data: '<html>sk-live-2' },
    });
    const fault = classify(error);
    expect(fault.context).toEqual({ status: 500, transient: false });
    expect(fault.details).toBe('A service that this server uses returned an error [HTTP 500]');
  });
});

describe('databases', () => {
  const pg = (code: string) => ({
    severity: 'ERROR',
    routine: 'f',
    code,
    detail: 'Key (mail)=(a@b)',
  });
  const sqlite = (errcode: number) => ({ code: 'ERR_SQLITE_ERROR', errcode, errstr: 'x' });

  it.each<[object, string, boolean, object]>([
    [pg('23505'), 'CONFLICT', false, { error_type: '23505', constraint: 'unique' }],
    [pg('23001'), 'CONFLICT', false, { error_type: '23001' }],
    [pg('42501'), 'FORBIDDEN', false, { error_type: '42501' }],
    [pg('40001'), 'STORAGE_BUSY', true, { error_type: '40001' }],
    [pg('40P01'), 'STORAGE_BUSY', true, { error_type: '40P01' }],
    [pg('55P03'), 'STORAGE_BUSY', true, { error_type: '55P03' }],
    [pg('08006'), 'STORAGE_UNAVAILABLE', true, { error_type: '08006', transient: true }],
    [pg('08P01'), 'STORAGE_UNAVAILABLE', false, { error_type: '08P01', transient: false }],
    [pg('57P01'), 'STORAGE_UNAVAILABLE', true, { error_type: '57P01', transient: true }],
    [pg('57P03'), 'STORAGE_UNAVAILABLE', true, { error_type: '57P03', transient: true }],
    [pg('25006'), 'STORAGE_UNAVAILABLE', false, { error_type: '25006', transient: false }],
    [pg('3D000'), 'STORAGE_UNAVAILABLE', false, { error_type: '3D000', transient: false }],
    [pg('53100'), 'EXHAUSTED', false, { error_type: '53100', transient: false }],
    [pg('53300'), 'EXHAUSTED', true, { error_type: '53300', transient: true }],
    [pg('57014'), 'TIMEOUT', true, { error_type: '57014' }],
    [pg('28P01'), 'UPSTREAM_AUTH', false, { error_type: '28P01' }],
    [pg('42P01'), 'UNEXPECTED', false, {}],
    [
      { code: 'ER_DUP_ENTRY', errno: 1062, sqlState: '23000' },
      'CONFLICT',
      false,
      { error_type: '23000' },
    ],
    [{ code: '23505' }, 'UNEXPECTED', false, {}],
    [{ code: 'P2002', clientVersion: '6' }, 'UNEXPECTED', false, {}],
    [sqlite(5), 'STORAGE_BUSY', true, { error_type: 'SQLITE_BUSY' }],
    [sqlite(517), 'STORAGE_BUSY', true, { error_type: 'SQLITE_BUSY' }],
    [sqlite(262), 'STORAGE_BUSY', true, { error_type: 'SQLITE_LOCKED' }],
    [sqlite(8), 'STORAGE_UNAVAILABLE', false, { error_type: 'SQLITE_READONLY', transient: false }],
    [sqlite(266), 'STORAGE_UNAVAILABLE', false, { error_type: 'SQLITE_IOERR', transient: false }],
    [sqlite(11), 'STORAGE_UNAVAILABLE', false, { error_type: 'SQLITE_CORRUPT', transient: false }],
    [sqlite(14), 'STORAGE_UNAVAILABLE', false, { error_type: 'SQLITE_CANTOPEN', transient: false }],
    [sqlite(26), 'STORAGE_UNAVAILABLE', false, { error_type: 'SQLITE_NOTADB', transient: false }],
    [sqlite(7), 'EXHAUSTED', false, { error_type: 'SQLITE_NOMEM', transient: false }],
    [sqlite(13), 'EXHAUSTED', false, { error_type: 'SQLITE_FULL', transient: false }],
    [sqlite(2067), 'CONFLICT', false, { error_type: 'SQLITE_CONSTRAINT', constraint: 'unique' }],
    [
      sqlite(787),
      'CONFLICT',
      false,
      { error_type: 'SQLITE_CONSTRAINT', constraint: 'foreign_key' },
    ],
    [sqlite(3), 'FORBIDDEN', false, { error_type: 'SQLITE_PERM' }],
    [sqlite(23), 'FORBIDDEN', false, { error_type: 'SQLITE_AUTH' }],
    [sqlite(15), 'STORAGE_BUSY', true, { error_type: 'SQLITE_PROTOCOL' }],
    [sqlite(9), 'CANCELLED', false, {}],
    [sqlite(1), 'UNEXPECTED', false, {}],
    [{ errcode: 5 }, 'UNEXPECTED', false, {}],
    [{ code: 'SQLITE_BUSY', errno: 5 }, 'STORAGE_BUSY', true, { error_type: 'SQLITE_BUSY' }],
    [
      { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' },
      'CONFLICT',
      false,
      { error_type: 'SQLITE_CONSTRAINT', constraint: 'primary_key' },
    ],
    [{ code: 'SQLITE_CONSTRAINT_constructor' }, 'UNEXPECTED', false, {}],
    [{ name: 'MongoServerError', code: 11000 }, 'CONFLICT', false, { constraint: 'unique' }],
  ])('%o is %s', (facts, reason, retryable, context) => {
    const fault = classify(facts);
    expect(fault).toMatchObject({ reason, retryable, code: -32603 });
    expect(fault.context).toStrictEqual(context);
  });
});

describe('chains', () => {
  it('the outermost link that says something wins', () => {
    const inner = system({ code: 'ECONNREFUSED' });
    expect(classify(new Error('a', { cause: new Error('b', { cause: inner }) })).reason).toBe(
      'UNREACHABLE',
    );
    expect(classify(Object.assign(new Error('a', { cause: inner }), { status: 503 })).reason).toBe(
      'UPSTREAM_ERROR',
    );
  });

  it('the first member that says something wins, and a suppressing error speaks for both', () => {
    const members = [new Error('x'), system({ name: 'AbortError' }), system({ code: 'ENOSPC' })];
    expect(classify(new AggregateError(members)).reason).toBe('EXHAUSTED');
    expect(
      classify({
        name: 'SuppressedError',
        error: system({ code: 'EBUSY' }),
        suppressed: new Error('y'),
      }).reason,
    ).toBe('STORAGE_BUSY');
  });

  it('is not followed for ever', () => {
    const cyclic = new Error('a') as Error & { cause: unknown };
    cyclic.cause = new Error('b', { cause: cyclic });
    expect(classify(cyclic).reason).toBe('UNEXPECTED');
    let deep: unknown = system({ code: 'ENOSPC' });
    for (let i = 0; i < 100_000; i++) deep = { cause: deep };
    expect(classify(deep).reason).toBe('UNEXPECTED');
  });
});
