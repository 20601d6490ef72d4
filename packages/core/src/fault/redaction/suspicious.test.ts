import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripInvisible } from '../budget/text.js';
import { createRedactor, isPlain } from './index.js';
import { redactDeep } from './redact-deep.js';

const redactor = createRedactor({ secrets: ['hunter2hunter2', 'tab\tand "quote"'] });

/** Names, signs, prefixes and prose, in every order: most of what can go wrong is at the seams. */
const PIECES = [
  ...[
    'password',
    'Passwd',
    'PWD',
    'pass',
    'db_pass',
    'secret',
    'token',
    'progressToken',
    'credentials',
  ],
  ...[
    'apiKey',
    'api-key',
    'api key',
    'PRIVATE_KEY',
    'admin.key',
    'signing key',
    'access_tokens',
    'cookie',
  ],
  ...[
    'authorization',
    'Authorization: ',
    'Bearer ',
    'basic ',
    'Digest ',
    '--',
    '--token ',
    'password_hash',
  ],
  ...[
    '=',
    ':',
    ': ',
    '=>',
    ':=',
    '%3D',
    '>',
    '</',
    '"',
    '\\"',
    "'",
    '`',
    '\\',
    '\\\\',
    '\\n',
    '\n',
    '\t',
    '\r',
    ' ',
  ],
  ...[
    'hunter2',
    'hunter2hunter2',
    'tab\tand "quote"',
    'abc123',
    'expired',
    'is required',
    '8 characters',
    '42',
  ],
  ...[
    'dXNlcjpwYXNz',
    'sk-',
    'sk-abcdefghij0123456789',
    'ghp_0123456789abcdefghij',
    'AKIAIOSFODNN7EXAMPLE',
  ],
  ...[
    'eyJ',
    'eyJhbGciOiJIUzI1NiJ9',
    '.eyJzdWIiOiIxIn0',
    'SG.',
    'xoxb-12345678',
    '-----BEGIN',
    '-----END',
  ],
  ...[
    'MIIEpAIBAAKCAQEAabcdef',
    '://',
    ':\\/\\/',
    'user:pw@',
    '@',
    '@tcp(',
    'host/',
    '[',
    ']',
    '{',
    '}',
    ',',
    '&',
  ],
  ...[
    '\u200b',
    '\u202e',
    '\x00',
    '\x08',
    '\x7f',
    '\x9b',
    '\ud800',
    '😀',
    'é',
    '设备',
    '…',
    '[REDACTED]',
    'x',
    'n',
  ],
];

const text = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 3 })),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const RUNS = { numRuns: 4_000 };

describe('suspicious', () => {
  it('is false only for texts that redact and stripInvisible leave alone', () => {
    fc.assert(
      fc.property(text, (candidate) => {
        const behind = redactUnasked(candidate);
        if (redactor.suspicious(candidate)) return;
        if (behind !== candidate) throw new Error(`redact would give ${JSON.stringify(behind)}`);
        if (stripInvisible(candidate) !== candidate)
          throw new Error('stripInvisible would change it');
      }),
      RUNS,
    );
  });

  it('is false only for JSON whose strings and members redactDeep leaves alone', () => {
    fc.assert(
      fc.property(json, (value) => {
        const source = JSON.stringify(value);
        if (redactor.suspicious(source)) return;
        const parsed = JSON.parse(source) as unknown;
        if (redactDeep(parsed, redactUnasked) !== parsed)
          throw new Error('redactDeep would change it');
        for (const string of stringsIn(parsed)) {
          if (stripInvisible(string) !== string) throw new Error('stripInvisible would change it');
        }
      }),
      RUNS,
    );
  });

  it('redacting twice is redacting once, for all these texts', () => {
    fc.assert(
      fc.property(text, (candidate) => {
        const once = redactor.redact(candidate);
        if (redactor.redact(once) !== once)
          throw new Error(`${once} became ${redactor.redact(once)}`);
      }),
      RUNS,
    );
  });

  it('finds an anchor at every position and alignment, also in long texts and behind other scripts', () => {
    const samples = [
      'password=x',
      'Bearer abc123',
      'ghp_0123456789abcdefghij',
      'x://u:p@h',
      '"apiKey":1',
      'pwd=a',
    ];
    for (const filler of ['a', ' ', '设', '😀']) {
      for (const sample of samples) {
        for (let before = 0; before < 9; before++) {
          for (const after of [0, 1, 2, 3, 5000]) {
            const candidate = `${filler.repeat(before)} ${sample}${' a'.repeat(after)}`;
            expect(redactor.suspicious(candidate), candidate.slice(0, 60)).toBe(true);
          }
        }
      }
    }
  });

  it('is not affected by an earlier, longer text', () => {
    redactor.suspicious(`${'a'.repeat(40)}password=x`);
    expect(redactor.suspicious('a'.repeat(42))).toBe(false);
  });

  it.each([
    '{"mcp_error_code":"DEVICE_UNREACHABLE","details":"Connection refused to 192.168.1.1:443","device_id":"dev-lab-01","management_address":"192.168.1.1:443","error_type":"ECONNREFUSED","recovery_strategy":"retry_with_backoff","suggestion":"Wait 60 seconds and retry. This is likely a temporary issue."}',
    '{"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"Invalid params","data":{"field":"name"}}}',
    '{"text":"DEVICE_UNREACHABLE: no answer in 5 s.\\nNext: retry after 60 s. ref=corr-0123456789abcdef"}',
    '{"details":"column \\"usr\\" does not exist","hint":"see https://errata.dev/errors/42703"}',
    '{"details":"设备无法访问 — retry…"}',
    '{"details":"the token expired","error_type":"AUTH_FAILED","primary key":1}',
    '{"details":"duplicate key value violates unique constraint \\"users_email_key\\"","owner":"bob@example.com"}',
    '{"path":"task-runner/disk-0001","sort_key":"a"}',
  ])('is false for the ordinary reply %s', (reply) => {
    expect(redactor.suspicious(reply)).toBe(false);
    expect(createRedactor().suspicious(reply)).toBe(false);
  });

  it.each([
    'a\u200bb',
    'a\u202eb',
    'a\x07b',
    'a\x7fb',
    'a\x9bb',
    'a\u00adb',
    'a\ud800b',
    'a\u{e0041}b',
    'a\bb',
    'a\fb',
  ])('is true for the invisible character in %j, raw and in JSON', (invisible) => {
    expect(redactor.suspicious(invisible)).toBe(true);
    expect(redactor.suspicious(JSON.stringify({ details: invisible }))).toBe(true);
  });
});

/** The shortest keys with these prefixes: so many characters behind them, a digit among them. */
function keys(prefixes: readonly string[], length: number, char = 'a'): [string, string][] {
  return prefixes.map((prefix) => [prefix, `1${char.repeat(length - 1)}`]);
}

describe('isPlain', () => {
  const short = fc
    .array(
      fc.oneof(
        fc.constantFrom(...PIECES, 'dev-lab-1', '08:30', '10.0.0.7', 'ok ', 'xoxb-', 'a1b2c3d4'),
        fc.stringMatching(/^[\w .:-]{0,6}$/),
      ),
      { maxLength: 5 },
    )
    .map((pieces) => pieces.join(''));

  it('is true only for texts that redact and stripInvisible leave alone, and that JSON does not escape', () => {
    fc.assert(
      fc.property(short, (candidate) => {
        if (!isPlain(candidate)) return;
        if (redactByPatterns(candidate) !== candidate) throw new Error('redact would change it');
        if (stripInvisible(candidate) !== candidate)
          throw new Error('stripInvisible would change it');
        if (JSON.stringify(candidate) !== `"${candidate}"`) throw new Error('JSON would escape it');
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ...keys(
      ['sk-', 'whsec_', 'gho_', 'ghp_', 'ghr_', 'ghs_', 'ghu_', 'glpat-', 'gldt-', 'glrt-'],
      16,
    ),
    ...keys(['glptt-', 'glcbt-', 'glsoat-', 'gloas-', 'xapp-', 'ya29.', 'GOCSPX-', 'shpat_'], 16),
    ...keys(['hooks.slack.com/services/', 'api.telegram.org/bot', 'sq0atp-', 'dckr_pat_'], 16),
    ...keys(['lin_api_', 'figd_', 'glsa_', 'sntrys_', 'pscale_tkn_'], 16),
    ...keys(
      ['rk_live_', 'sk_live_', 'rk_test_', 'sk_test_', 'xoxa-', 'xoxb-', 'xoxp-', 'xoxs-'],
      8,
    ),
    ...keys(['github_pat_', 'hf_', 'gsk_', 'nvapi-', 'xai-', 'pplx-', 'tvly-', 'PMAK-'], 20),
    ...keys(['hvs.', 'ATATT3'], 20),
    ...keys(['AIza', 'npm_'], 30),
    ...keys(['pypi-', 'doo_v1_', 'dop_v1_', 'dor_v1_'], 32),
    ...keys(['dapia', 'SKa'], 31),
    ...keys(['SG.'], 34),
    ...keys(['AKIA', 'ASIA'], 16, 'A'),
    ...keys(['AGE-SECRET-KEY-1'], 20, 'A'),
    ['eyJaaaaaaaa1', '.a'],
  ])(
    'is false for the shortest secret %s%s, which is masked; one character less is not',
    (prefix, rest) => {
      const key = prefix + rest;
      expect(redactByPatterns(`see ${key}`)).toBe('see [REDACTED]');
      expect(redactByPatterns(`see ${key.slice(0, -1)}`)).toBe(`see ${key.slice(0, -1)}`);
      expect([key, `10.0.0.7 ${key}`, `f-${key}`].filter(isPlain)).toEqual([]);
    },
  );

  it.each([
    ...['', 'dev-lab-1000', '198.51.100.200', 'ECONNREFUSED', '2026-11-15T08:30:00Z', 'ether1'],
    ...['has to be like dev-lab-1', '0f8fad5b-d9cb-469f-a165-70867728950e', 'a (b, c)'],
  ])('is true for %j', (ordinary) => expect(isPlain(ordinary)).toBe(true));
});

/** `redact` asks the filter first; behind a word that always passes, the finders themselves are asked. */
function redactUnasked(candidate: string): string {
  return redactor.redact(`password=x ${candidate}`).slice('password=[REDACTED] '.length);
}

const byPatterns = createRedactor();

/** The same without registered secrets. */
function redactByPatterns(candidate: string): string {
  return byPatterns.redact(`password=x ${candidate}`).slice('password=[REDACTED] '.length);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...stringsIn(member)]);
}

describe('a text as long as the buffer of the filter', () => {
  it('is searched to its end', () => {
    // Three bytes for each character: the name would be behind the end of the buffer.
    expect(redactor.suspicious(`${'€'.repeat(4096)}pwd=`)).toBe(true);
    expect(redactor.suspicious('€'.repeat(4100))).toBe(false);
  });
});
