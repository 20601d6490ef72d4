import { describe, expect, it } from 'vitest';
import { createOriginCheck } from './request-head.js';

describe('who may call by default', () => {
  const { hostAllowed, originAllowed } = createOriginCheck({});

  it.each([
    'localhost',
    'LocalHost:80',
    '127.0.0.1',
    '127.255.0.9:3000',
    '[::1]',
    '[::1]:65535',
    'localhost:',
  ])('serves the host %s', (host) => expect(hostAllowed(host)).toBe(true));

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    '127.0.0.256',
    '127.1',
    '0.0.0.0',
    '[::2]',
    '::1',
    'localhost@evil.example',
    'localhost:80:80',
    'localhost:abc',
    'localhost, evil.example',
    'localhost/evil',
    'localhost#',
  ])('refuses the host %s', (host) => expect(hostAllowed(host)).toBe(false));

  it.each([undefined, 'http://localhost', 'https://127.0.0.1:8443', 'http://[::1]:3000'])(
    'lets a page of %s call',
    (origin) => expect(originAllowed(origin)).toBe(true),
  );

  it.each([
    'null',
    '',
    'https://evil.example',
    'http://localhost.evil.example',
    'http://evil.example#localhost',
    'http://localhost@evil.example',
    'file://localhost',
    'localhost',
    'http://localhost, http://evil.example',
  ])('does not let a page of %s call', (origin) => expect(originAllowed(origin)).toBe(false));
});

describe('who may call where it is said', () => {
  it('is every origin with *', () => {
    const { hostAllowed, originAllowed } = createOriginCheck({
      allowedHosts: '*',
      allowedOrigins: '*',
    });
    expect([hostAllowed(undefined), hostAllowed('x'), originAllowed('null')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('is no origin with an empty list', () => {
    const { hostAllowed, originAllowed } = createOriginCheck({
      allowedHosts: [],
      allowedOrigins: [],
    });
    expect([hostAllowed('localhost'), originAllowed('http://localhost')]).toEqual([false, false]);
  });

  it('compares a listed default port literally', () => {
    const { originAllowed } = createOriginCheck({ allowedOrigins: ['https://app.example'] });
    expect(originAllowed('https://app.example:444')).toBe(false);
  });
});
