import { routeros, routerosContract, sqlFun, sqlFunContract } from '@errata/catalogs';
import {
  CONDITIONS,
  createRedactor,
  ERAS,
  toToolFailure,
  type Contract,
  type Fault,
} from '@errata/core';
import {
  DEFAULT_BUDGET,
  EFFECTS,
  PROBLEMS,
  STANDARD_CODES,
  STRATEGIES,
} from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { PIN } from './pin.js';

const metaOf = (fault: Fault, contract: Contract): Record<string, unknown> => {
  const view = { era: '2026-07-28', redactor: createRedactor(), budget: DEFAULT_BUDGET } as const;
  return toToolFailure(fault, contract, view)._meta;
};

const ALWAYS = [
  'category',
  'code',
  'domain',
  'effect',
  'reason',
  'recovery_strategy',
  'ref',
  'retryable',
];

describe('what clients read in _meta', () => {
  it('is under dev.errata/fault and has these members', () => {
    const fault = routeros.DEVICE_UNREACHABLE({ device_id: 'dev-lab-01', retry_after: 60 });
    const meta = metaOf(fault, routerosContract);
    expect(Object.keys(meta), PIN).toEqual(['dev.errata/fault']);
    const facts = meta['dev.errata/fault'] as Record<string, unknown>;
    expect(Object.keys(facts).sort(), PIN).toEqual([...ALWAYS, 'retry_after', 'data'].sort());
    expect(facts, PIN).toMatchObject({
      domain: 'routeros',
      reason: 'DEVICE_UNREACHABLE',
      code: -31010,
      category: 'device',
      retryable: true,
      retry_after: 60,
      recovery_strategy: 'retry_with_backoff',
      ref: expect.stringMatching(/^corr-[0-9a-f]{16}$/) as string,
    });
  });

  it('leaves out the seconds to wait where there are none', () => {
    const meta = metaOf(sqlFun.TABLE_NOT_FOUND({ target: 'table', name: 'user' }), sqlFunContract);
    const facts = meta['dev.errata/fault'] as Record<string, unknown>;
    expect(Object.keys(facts).sort(), PIN).toEqual([...ALWAYS, 'data'].sort());
  });
});

describe('the closed lists', () => {
  it('of eras, oldest first', () => {
    expect(ERAS, PIN).toEqual([
      'jsonrpc',
      '2024-11-05',
      '2025-03-26',
      '2025-06-18',
      '2025-11-25',
      '2026-07-28',
    ]);
  });

  it('of standard codes', () => {
    expect(STANDARD_CODES, PIN).toEqual([-32700, -32600, -32601, -32602, -32603]);
  });

  it('of strategies, from the boldest to the most careful', () => {
    expect(STRATEGIES, PIN).toEqual([
      'retry_with_backoff',
      'user_action_required',
      'fix_and_retry',
      'report_and_abort',
    ]);
  });

  it('of effects', () => {
    expect(EFFECTS, PIN).toEqual(['none', 'done', 'unknown']);
  });

  it('of conditions', () => {
    expect([...CONDITIONS].sort(), PIN).toEqual([
      'cancelled',
      'capability-not-supported',
      'conflict',
      'exhausted',
      'expired',
      'forbidden',
      'header-mismatch',
      'internal',
      'invalid-params',
      'invalid-request',
      'invalid-state',
      'method-not-found',
      'missing-client-capability',
      'not-approved',
      'not-found',
      'not-initialized',
      'parse-error',
      'prompt-not-found',
      'rate-limited',
      'resource-not-found',
      'storage-unavailable',
      'subscription-failed',
      'timeout',
      'transport',
      'unauthorized',
      'unexpected',
      'unknown-tool',
      'unreachable',
      'unsafe',
      'unsupported',
      'unsupported-version',
      'upstream-auth',
      'upstream-error',
      'url-elicitation-required',
      'validation',
    ]);
  });

  it('of problems that the codec names', () => {
    expect(Object.keys(PROBLEMS).sort(), PIN).toEqual([
      'batch-empty',
      'batch-initialize',
      'batch-refused',
      'batch-too-long',
      'duplicate-id',
      'invalid-json',
      'invalid-utf8',
      'not-an-object',
      'too-deep',
      'too-large',
      'wrong-id',
      'wrong-method',
      'wrong-params',
      'wrong-params-mcp',
      'wrong-response',
      'wrong-version',
    ]);
  });
});
