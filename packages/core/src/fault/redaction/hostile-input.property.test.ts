import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ISSUERS } from './find-tokens.js';
import { createRedactor, REDACTED } from './index.js';
import { createCountingRedactor } from './redactor.js';
import { KEY_QUALIFIERS } from './sensitive-names.js';

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

/** Eight passes at most, and in each of them a few searches that read the whole text. */
const STEPS_PER_CHARACTER = 100;
/** A megabyte only in the drills. */
const SIZES = [10_000, 100_000, 1_000_000].slice(
  0,
  Number(process.env['ERRATA_RUNS']) < 1000 ? 2 : 3,
);
const SECRETS = ['aaaaaaaaaaaaaaaaaaab', 'hunter2hunter2', '-----BEGIN', 'token:[token:['];

/** Every name, delimiter and prefix that a pattern knows, and what ends or continues a value. */
const TOKENS = [
  ...['password', 'passwd', 'pwd', 'pass', 'passphrase_hash', 'secret', 'token', 'tokens'],
  ...['credentials', 'cookie', 'Set-Cookie', 'authorization', 'password_digest', 'progressToken'],
  ...KEY_QUALIFIERS.map((word) => `${word}_key`),
  ...['=', ':', ': ', '=>', ':=', '==', '::', '%3D', '%3a', '%', '%41', '>', '<', '</', '/', '?'],
  ...[
    '\\',
    '\\\\',
    '\\n',
    '"',
    '\\"',
    "'",
    '`',
    '[',
    ']',
    '{',
    '}',
    '(',
    ')',
    ',',
    ';',
    '.',
    '&',
    '#',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '-',
    '--',
    '--token ',
    '_',
    '|',
    '@',
    '@a',
    '://',
    ':\\/\\/',
    ':\\',
    'a:b@',
  ],
  ...['@tcp(', '@tcp6(', '@unix(', '@cloudsql(', 'git@', 'u:p', '8080', 'https'],
  ...['bearer ', 'basic ', 'digest ', 'ntlm ', 'AWS4-HMAC-SHA256 ', 'realm=', 'dXNlcjpwYXNz'],
  ...[
    '-----BEGIN',
    '-----END',
    ' KEY-----',
    'MIIEpAIBAAKCAQEA',
    'eyJ',
    'eyJhbGciOiJI',
    'ab1',
    'aA',
  ],
  ...ISSUERS.map(([prefix]) => prefix.replaceAll(/\[(.)[^\]]*\]/g, '$1')),
  ...[
    '${',
    '$A',
    '***',
    '…',
    '...',
    'expired',
    'Too',
    'small:',
    'null',
    '42',
    '8ms',
    'x',
    'é',
    '设',
    '😀',
  ],
  ...[REDACTED, '[REDACTED', 'REDACTED]', '\u200b', '\x00', ...SECRETS, 'hunter2', 'aaaaaaaa'],
];

function countSteps(work: (redactor: ReturnType<typeof createRedactor>) => void): number {
  const steps = { count: 0 };
  work(createCountingRedactor({ secrets: SECRETS }, steps));
  return steps.count;
}

describe('the steps of redaction grow with the text and not faster', () => {
  const repeated = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));

  it.each([
    ['a list of backslashes', 'token:[', '\\', ''],
    ['addresses of a driver', '', '@tcp(', ''],
    ['authorities before one at sign', '', '://', '@a'],
    ['broken passwords before one at sign', '', '://a:b', `@${'a'.repeat(100_000)}`],
    ['a shell variable in itself', '', 'pwd=/', ''],
    ['a shell variable before brackets', '', 'pwd=/', ')'.repeat(100_000)],
    ['empty lines in a list', 'token:[', `${'\n'.repeat(60)}"x"`, ''],
    ['flags', 'token=a', '--------------------token ', ''],
    ['parts of names', '', 'passh', ''],
    ['keys without a qualifier', '', 'ykey:', ''],
  ])('%s', (_, head, unit, tail) => {
    for (const size of SIZES) {
      const text = head + repeated(unit, size) + tail;
      const steps = countSteps(({ redact }) => redact(text));
      expect(steps).toBeLessThan(text.length * STEPS_PER_CHARACTER);
    }
  });

  it('objects with many keys that mask to the same name', () => {
    const keys = Array.from({ length: 990 }, (_, i) => `ghp_0123456789abcdefghij${i}`);
    const value = Array.from({ length: 49 }, () => Object.fromEntries(keys.map((key) => [key, 1])));
    const steps = countSteps(({ redactDeep }) => redactDeep(value));
    expect(steps).toBeLessThan(JSON.stringify(value).length * STEPS_PER_CHARACTER);
  });

  it('any few tokens, repeated', () => {
    const token = fc.constantFrom(...TOKENS);
    const join = (maxLength: number, minLength = 0) =>
      fc.array(token, { minLength, maxLength }).map((tokens) => tokens.join(''));
    const size = fc.oneof(
      ...SIZES.map((size, index) => ({ weight: [60, 3, 1][index]!, arbitrary: fc.constant(size) })),
    );
    fc.assert(
      fc.property(join(2), join(4, 1), join(2), join(2), size, (head, unit, last, tail, length) => {
        const end = last === '' ? tail : repeated(last, length >> 2) + tail;
        const text = head + repeated(unit, length) + end;
        const steps = countSteps(({ redact }) => redact(text));
        if (steps > text.length * STEPS_PER_CHARACTER)
          throw new Error(`${steps / text.length} steps for a character`);
      }),
    );
  });
});
