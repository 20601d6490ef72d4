import { defineCatalog } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { decodeSqlFunCode, SQL_FUN_CATEGORIES, SQL_FUN_LAW } from './index.js';

const CATEGORY_OF = ['proxy', 'unexpected', 'io', 'client', 'security', 'not-found', null];

describe('the digit law of seed 004: -320XY', () => {
  it('holds the "Error Categories (X)" table with titles and descriptions', () => {
    const rows = SQL_FUN_CATEGORIES.map(({ x, title, description }) => [x, title, description]);
    expect(rows).toEqual([
      [0, 'Proxy ↔ Server Errors', 'TCP connection, PID file, or unreachable server'],
      [1, 'Unknown / Unexpected Errors', 'Panics, logic bugs, or internal unknown states'],
      [2, 'Expected Physical Errors', 'Schema I/O failures, pg_query errors, file permissions'],
      [
        3,
        'Client Request Errors',
        'Missing parameters, wrong types, or structurally invalid logic',
      ],
      [4, 'Security / Policy Violations', 'MCP not enabled, access to restricted schema/table'],
      [5, 'Not Found', 'Target table, column, schema, or view does not exist'],
      [6, '(Reserved)', 'Currently unused, reserved for future categories'],
    ]);
  });

  it('decodes the category X and the digit Y of every number in -32000…-32099, and of -31000…-31099', () => {
    for (const base of [-32000, -31000]) {
      for (let distance = 0; distance <= 99; distance++) {
        const code = base - distance;
        const digits = String(code);
        const [x, y] = [Number(digits.at(-2)), Number(digits.at(-1))];
        const expected = x <= 6 ? { x, y, category: CATEGORY_OF[x] } : undefined;
        expect([code, decodeSqlFunCode(code)]).toEqual([code, expected]);
      }
    }
  });

  it.each([-31999, -32100, -30999, -31100, -32603, -32700, 0, 32051, -32051.5, NaN, -Infinity])(
    'does not cover %d',
    (code) => {
      expect(decodeSqlFunCode(code)).toBeUndefined();
    },
  );

  it('keeps the digit 6 reserved and does not know 7 to 9', () => {
    expect(decodeSqlFunCode(-32060)).toEqual({ x: 6, y: 0, category: null });
    expect([-32070, -32085, -32099].map(decodeSqlFunCode)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a catalog that breaks the digit law fails when it is declared', () => {
  const declare = (code: number, category: string, context: Record<string, 'string' | 'string?'>) =>
    defineCatalog(
      'demo',
      { BROKEN: { code, title: 'Broken', category, context, recovery: 'report_and_abort' } },
      { unexpected: 'BROKEN' as never, digitLaw: SQL_FUN_LAW },
    );
  const about = { target: 'string', name: 'string' } as const;

  it.each([
    ['a reserved digit', -32061, 'io', about, /BROKEN: -32061 uses the reserved digit 6/],
    [
      'a digit that is in no table',
      -32071,
      'io',
      about,
      /BROKEN: -32071 is not of the form that the digit law covers/,
    ],
    [
      'a category that is not the one of X',
      -32021,
      'client',
      about,
      /BROKEN: -32021 says category io, the definition says client/,
    ],
    [
      'Y=0 without target',
      -32020,
      'io',
      { name: 'string' } as const,
      /-32020 is a general failure and has to require data\.target/,
    ],
    [
      'Y=0 without name',
      -32050,
      'not-found',
      { target: 'string' } as const,
      /-32050 is a general failure and has to require data\.name/,
    ],
    [
      'Y=0 with a name that may be missing',
      -32050,
      'not-found',
      { target: 'string', name: 'string?' } as const,
      /has to require data\.name/,
    ],
    ['a number outside of -320XY', -31500, 'io', about, /is not of the form/],
  ])('%s: the message says the rule', (_what, code, category, context, rule) => {
    expect(() => declare(code, category, context)).toThrow(rule);
  });

  it('asks nothing more of a specific failure (Y=1…9)', () => {
    expect(() => declare(-32021, 'io', {})).not.toThrow();
  });
});
