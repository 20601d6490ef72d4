import { beforeAll, describe, expect, it } from 'vitest';
import { expectComplete, ofReason, type Proven, proveOnce } from '@errata/testing/errata';

// Seed 004 against a running daemon behind its MCP proxy: every reply here came over stdio, from a real cause.

let proven: Proven;
let replies: Proven['replies'];
beforeAll(async () => {
  proven = await proveOnce('sql-fun', 'stdio');
  replies = proven.replies;
});

it('errata prove sql-fun reaches all declared failures by real causes', () => {
  expectComplete(proven, {
    declared: 19,
    impossible: ['MCP_NOT_ALLOWED token', 'MCP_NOT_ALLOWED hello', 'MCP_NOT_ALLOWED shutdown'],
  });
});

/** "Error Categories (X)": the digit, its title, and the failures of "Examples" that it has. */
const CATEGORIES = [
  [0, 'Proxy ↔ Server Errors', ['SERVER_NOT_REACHABLE']],
  [1, 'Unknown / Unexpected Errors', ['INTERNAL_PANIC']],
  [2, 'Expected Physical Errors', ['SCHEMA_IO_FAILURE', 'INVALID_SCHEMA_SQL']],
  [
    ...([3, 'Client Request Errors'] as const),
    ['MISSING_PARAMETER', 'INVALID_SQL', 'WRONG_TYPE', 'AMBIGUOUS_NAME', 'INVALID_LOGIC'],
  ],
  [4, 'Security / Policy Violations', ['MCP_NOT_ALLOWED']],
  [5, 'Not Found', ['NOT_FOUND', 'TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'SCHEMA_NOT_FOUND']],
] as const;

const digitOf = (code: number) => Math.floor((-code % 100) / 10);
const isOwn = (code: number) => code <= -32000 && code >= -32099;

describe('the digit X', () => {
  it.each(CATEGORIES)('%i is for %s', (digit, _, reasons) => {
    for (const reply of reasons.flatMap((reason) => ofReason(replies, reason))) {
      expect(isOwn(reply.code)).toBe(true);
      expect(digitOf(reply.code)).toBe(digit);
    }
    // And nothing else has this digit.
    const own = [...replies].filter(([, { code }]) => isOwn(code) && digitOf(code) === digit);
    const names = own.map(([name]) => name.split(' ')[0]);
    expect(new Set(names)).toEqual(new Set(reasons));
  });

  it('6 is reserved, and 7 to 9 are unknown: no reply has them', () => {
    const digits = [...replies.values()]
      .filter(({ code }) => isOwn(code))
      .map((one) => digitOf(one.code));
    expect(Math.max(...digits)).toBe(5);
  });
});

describe('data', () => {
  it('has target and name wherever the number ends with 0', () => {
    const general = [...replies.values()].filter(({ code }) => isOwn(code) && code % 10 === 0);
    expect(general.length).toBeGreaterThan(20);
    for (const { data } of general) {
      expect(data).toMatchObject({ target: expect.stringMatching(/\S/), name: expect.any(String) });
    }
  });
});
