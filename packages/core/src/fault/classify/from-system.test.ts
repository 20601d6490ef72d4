import { describe, expect, it } from 'vitest';
import { fromSystem } from './from-system.js';

describe('codes by what they mean', () => {
  it.each([
    [
      'UNREACHABLE',
      'ECONNREFUSED EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA ' +
        'EAI_NONAME ENODATA ESERVFAIL EREFUSED ECONNRESET ECONNABORTED EPIPE ENOTCONN ENETRESET UND_ERR_SOCKET ' +
        'ERR_STREAM_PREMATURE_CLOSE ERR_SOCKET_CLOSED ERR_NETWORK',
    ],
    [
      'TIMEOUT',
      'UND_ERR_CONNECT_TIMEOUT ERR_SOCKET_CONNECTION_TIMEOUT ETIMEOUT ETIMEDOUT ESOCKETTIMEDOUT UND_ERR_HEADERS_TIMEOUT ' +
        'UND_ERR_BODY_TIMEOUT',
    ],
    [
      'UNTRUSTED',
      'CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_REJECTED CERT_SIGNATURE_FAILURE ' +
        'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT ' +
        'UNABLE_TO_GET_ISSUER_CERT_LOCALLY HOSTNAME_MISMATCH INVALID_CA ERR_TLS_CERT_ALTNAME_INVALID EPROTO ' +
        'ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_UNSUPPORTED_PROTOCOL ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ' +
        'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE ERR_SSL_PACKET_LENGTH_TOO_LONG',
    ],
    [
      'UPSTREAM_ERROR',
      'HPE_INVALID_CONSTANT HPE_INVALID_VERSION HPE_INVALID_STATUS HPE_INVALID_HEADER_TOKEN HPE_INVALID_CONTENT_LENGTH ' +
        'HPE_INVALID_CHUNK_SIZE HPE_INVALID_EOF_STATE HPE_HEADER_OVERFLOW UND_ERR_HEADERS_OVERFLOW ' +
        'UND_ERR_RES_CONTENT_LENGTH_MISMATCH UND_ERR_RES_EXCEEDED_MAX_SIZE',
    ],
    ['NOT_FOUND', 'ENOENT'],
    ['FORBIDDEN', 'EACCES EPERM'],
    ['CONFLICT', 'EEXIST ENOTEMPTY'],
    ['EXHAUSTED', 'ENOSPC EDQUOT ENOMEM ERR_WORKER_OUT_OF_MEMORY EMFILE ENFILE ENOBUFS'],
    ['STORAGE_BUSY', 'EBUSY'],
    ['STORAGE_UNAVAILABLE', 'EIO EROFS'],
  ])('%s', (reason, codes) => {
    for (const code of codes.split(' ')) {
      expect([code, fromSystem({ code })?.definition.reason]).toEqual([code, reason]);
    }
  });

  it('mean nothing if they are empty or unknown', () => {
    expect(fromSystem({ code: '' })).toBeUndefined();
    expect(fromSystem({ code: 'ETOOMUCH' })).toBeUndefined();
  });
});

describe('where it failed', () => {
  const contextOf = (facts: object) => fromSystem({ code: 'ECONNRESET', ...facts })?.context;

  it('a reset while connecting is a failure to connect', () => {
    expect(contextOf({ syscall: 'connect' })).toMatchObject({ phase: 'connect' });
    expect(contextOf({ syscall: 'read' })).toMatchObject({ phase: 'exchange' });
  });

  it('the system call and the address may be those of the first member', () => {
    const errors = [{ syscall: 'connect', address: '192.0.2.7', port: 5432 }, { syscall: 'read' }];
    expect(contextOf({ errors })).toMatchObject({
      syscall: 'connect',
      host: '192.0.2.7',
      port: 5432,
    });
    expect(contextOf({ errors, syscall: 'write' })).toMatchObject({ syscall: 'write' });
  });

  it('the name of the host comes before its address', () => {
    const facts = { hostname: 'a.lan', host: 'b.lan', address: '192.0.2.7' };
    expect(contextOf(facts)).toMatchObject({ host: 'a.lan' });
  });

  it.each([
    ['h'.repeat(253), true],
    ['h'.repeat(254), false],
    ['', false],
  ])('a host has 1 to 253 characters: %s', (host, isShown) => {
    expect('host' in contextOf({ host })!).toBe(isShown);
  });

  it.each([
    ['x', 'x'],
    ['spawn /opt/secret', 'spawn'],
    ['s'.repeat(32), 's'.repeat(32)],
    ['s'.repeat(33), undefined],
    ['/opt/secret read', undefined],
    ['read/secret', undefined],
  ])('the system call %s is shown as %s', (syscall, shown) => {
    expect((contextOf({ syscall }) as { syscall?: string }).syscall).toBe(shown);
  });

  it('a program that cannot be started is not a missing file of the caller', () => {
    for (const syscall of ['spawn', 'spawnSync tool']) {
      expect(fromSystem({ code: 'ENOENT', syscall })).toBeUndefined();
    }
  });
});
