import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { clipTokens, estimateTokens } from './text.js';

/** A surrogate without its other half. */
const LONE = /\p{Surrogate}/u;

const ENGLISH = [
  'Connection refused to 192.168.1.1:443',
  "Cannot connect to device 'dev-lab-01' at 198.51.100.7:443",
  'DEVICE_UNREACHABLE: no answer from dev-lab-01 (198.51.100.7:443) in 5 s. Nothing was changed. Next: retry after 60 s, or registry/list. ref=corr-9f8e7d6c5b4a3210',
  '{"mcp_error_code":"DEVICE_UNREACHABLE","details":"Connection refused to 192.168.1.1:443","device_id":"dev-lab-01","management_address":"192.168.1.1:443","error_type":"ECONNREFUSED","recovery_strategy":"retry_with_backoff","suggestion":"Wait 60 seconds and retry. This is likely a temporary issue."}',
  '{"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"Invalid params","data":{"field":"name","expected":"string"}}}',
  'Wait 60 seconds and retry. This is likely a temporary issue.',
  'column "usr_name" does not exist; did you mean "user_name"? (SQLSTATE 42703)',
  'duplicate key value violates unique constraint "users_email_key"',
  "TypeError: Cannot read properties of undefined (reading 'length')\n    at Object.<anonymous> (/usr/src/app/node_modules/pg/lib/client.js:132:19)\n    at processTicksAndRejections (node:internal/process/task_queues:95:5)",
  "Error: ENOENT: no such file or directory, open '/etc/errata/config.json'",
  'The tool returned more than 4096 rows; narrow the query or ask for a page.',
  'request 3f2504e0-4f89-41d3-9a0c-0305e82c3301 timed out after 30000 ms',
  'https://api.example.com/v1/devices/dev-lab-01?page=2&limit=50',
  'Unauthorized: the access token has expired. Ask the user to sign in again.',
  '2026-07-28T12:34:56.789Z ERROR [router] upstream 10.0.0.12:8443 closed the connection (ECONNRESET)',
  'Rate limit exceeded: 120 requests per minute. Retry-After: 17',
  'Schema validation failed at $.items[3].price: expected number, got string "12,50"',
  'Internal error. The operator has the details under corr-00f1e2d3c4b5a697.',
  'psql: error: connection to server at "db" (172.18.0.2), port 5432 failed: FATAL: password authentication failed',
  "SELECT id, name FROM orders WHERE created_at > now() - interval '1 day' ORDER BY id LIMIT 10;",
  'ERR_INVALID_ARG_TYPE: The "path" argument must be of type string. Received undefined',
  'Use registry/update to update management address if changed',
];

const IDENTIFIERS = [
  'corr-9f8e7d6c5b4a3210',
  'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'fe80::1ff:fe23:4567:890a',
  '0x7ffee4b2c9d8',
  'sha512-1bG2b6XjZfF3mC9kqQx0uQ==',
  'arn:aws:lambda:eu-west-1:123456789012:function:ingest',
];

const CHINESE = [
  '设备无法访问：连接被拒绝，请在60秒后重试',
  '数据库连接超时，请稍后再试。',
  '参数 "name" 缺失：需要字符串类型',
  '权限不足，请联系管理员开通写入权限。',
  '未找到设备 dev-lab-01，请先调用 registry/list 查看可用设备。',
  '内部错误，详情已记录，编号 corr-9f8e7d6c5b4a3210',
];

describe('estimateTokens', () => {
  it.each([...ENGLISH, ...IDENTIFIERS, ...CHINESE])(
    'does not fall below nine tenths of the real count: %s',
    (text) => {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(0.9 * encode(text).length);
    },
  );

  it('stays near the real count on average', () => {
    // Measured against o200k_base: English 1.26 (1.00 to 1.67), Chinese 1.25, identifiers 1.01 (0.92 to 1.09).
    expect(averageRatio(ENGLISH)).toBeLessThanOrEqual(1.6);
    expect(averageRatio(CHINESE)).toBeLessThanOrEqual(1.6);
  });

  it('is zero for the empty text and never falls when the text grows', () => {
    expect(estimateTokens('')).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(estimateTokens(a));
      }),
    );
  });
});

describe('clipTokens', () => {
  it('returns a text within the budget unchanged', () => {
    expect(clipTokens('Connection refused', 5)).toBe('Connection refused');
    expect(clipTokens('', 0)).toBe('');
  });

  it('cuts at the end of a word and says that it did', () => {
    expect(clipTokens('Wait sixty seconds and retry the request', 4)).toBe('Wait sixty…');
    expect(clipTokens('anything', 0)).toBe('');
    expect(clipTokens('anything at all', 1)).toBe('…');
  });

  it('keeps the real count within the budget for mixtures of realistic text', () => {
    const piece = fc.constantFrom(...ENGLISH, ...IDENTIFIERS, ...CHINESE);
    const mixture = fc
      .array(piece, { minLength: 1, maxLength: 12 })
      .map((pieces) => pieces.join(' '));
    fc.assert(
      fc.property(mixture, fc.integer({ min: 1, max: 300 }), (text, budget) => {
        const clipped = clipTokens(text, budget);
        expect(encode(clipped).length).toBeLessThanOrEqual(1.15 * budget + 5);
        expect(clipTokens(clipped, budget)).toBe(clipped);
      }),
    );
  });

  it('stays within the estimate, keeps pairs whole and is stable, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 40 }),
        (text, budget) => {
          const clipped = clipTokens(text, budget);
          expect(estimateTokens(clipped)).toBeLessThanOrEqual(budget);
          expect(clipTokens(clipped, budget)).toBe(clipped);
          if (!LONE.test(text)) expect(clipped).not.toMatch(LONE);
        },
      ),
    );
  });
});

function averageRatio(texts: readonly string[]): number {
  return (
    texts.reduce((sum, text) => sum + estimateTokens(text) / encode(text).length, 0) / texts.length
  );
}
