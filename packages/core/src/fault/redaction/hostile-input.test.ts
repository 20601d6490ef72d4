import { describe, expect, it } from 'vitest';
import { createRedactor, REDACTED } from './index.js';

/**
 * Inputs that make careless patterns quadratic. Nothing here looks at a clock: at this size a quadratic step would
 * not come back before the test times out, and the results must be right.
 */
const SIZE = 1 << 20;
const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length));
const redactor = createRedactor({ secrets: ['aaaaaaaaaaaaaaaaaaab', 'hunter2hunter2'] });
const X = REDACTED;

describe('a megabyte of', () => {
  it.each([
    'c',
    ' ',
    '\n',
    '://',
    '@',
    'eyJ.',
    'eyJ-',
    'bearer ',
    'basic ',
    '--token ',
    '-----',
    '\\',
    '"',
    '%3D',
  ])('%j is left as it is', (unit) => {
    const text = fill(unit);
    expect(redactor.redact(text) === text).toBe(true);
  });

  it.each([
    ['sk-', 'sk-'],
    ['password=', 'password=password='],
    ['password:', 'password:'],
    ['token: ', 'token:'],
    ['password="', 'password="'],
    ['token=${', 'token=${'],
    ['token:[', 'token:['],
    ['token:[\n', 'token:[\n'],
    ['<secret>', '<secret>'],
    ['authorization: bearer ', 'authorization: bearer '],
    ['cookie: a=b; ', 'cookie: a=b; '],
    ['-----BEGIN', '-----BEGIN'],
    ['-----BEGIN"', '-----BEGIN"'],
    ['-----BEGIN-----END', '-----BEGIN'],
    ['https://a:b', 'https://a:b'],
    ['https://a:b/c', 'https://a:b/c'],
    ['u:p@tcp(', 'u:p@tcp('],
    ['AKIA', 'AKIA'],
    ['SG.aaaaaaaaaaaaaaaaaaaaaa', 'SG.'],
    ['eyJhbGciOiJI.', 'eyJhbGciOiJI.'],
    ['Basic dXNlcjpwYXNz ', 'Basic '],
    ['[REDACTED', '[REDACTED'],
    ['[REDACTED]', '[REDACTED]'],
    ['passwordpassword', 'password'],
    ['token,token;', 'token'],
  ])('%j comes back, and comes back the same the second time', (unit) => {
    const once = redactor.redact(fill(unit));
    expect(redactor.redact(once) === once).toBe(true);
  });

  it('secrets, and whitespace behind a name, are handled right', () => {
    expect(redactor.redact(fill('hunter2hunter2'))).toBe(X);
    expect(redactor.redact(`authorization:${fill(' ')}x1y2z3`)).toBe(
      `authorization:${fill(' ')}${X}`,
    );
    // The end could be a secret that was cut, so its last eight go.
    expect(redactor.redact(fill('a'))).toBe(`${fill('a').slice(8)}${X}`);
    expect(redactor.redact(`${fill('a')}b`)).toBe(`${fill('a').slice(19)}${X}`);
    expect(redactor.redact(`password=${fill('ab1')}`)).toBe(`password=${X}`);
    expect(redactor.redact(`-----BEGIN KEY-----\n${fill('MIIEpAIBAAKCAQEA\n')}`)).toBe(X);
    expect(redactor.redact(`sk-${fill('a1')}`)).toBe(X);
    expect(redactor.redact(`eyJ${fill('a1')}.${fill('b2')}.c`)).toBe(X);
    expect(redactor.redact(`https://${fill('u')}:${fill('p')}@host`)).toBe(`https://${X}@host`);
    expect(redactor.redact(fill('password=x '))).toBe(
      fill('password=x ').replaceAll('=x', `=${X}`),
    );
  });
});
