import { defineCatalog, classify, createServer } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { engramContract } from './contract.js';

interface WireError {
  readonly code: number;
  readonly data: Record<string, unknown>;
}

/** The error of a tool call whose handler throws this. */
function errorOf(thrown: unknown): WireError {
  const methods = {
    'tools/call': () => {
      throw thrown;
    },
  };
  const server = createServer({ contract: engramContract, era: '2025-11-25', methods });
  const reply = server.receive('{"jsonrpc":"2.0","id":1,"method":"tools/call"}') as string;
  return (JSON.parse(reply) as { error: WireError }).error;
}

describe('a fault of another domain', () => {
  const issue = (facts: object) =>
    classify({ issues: [{ message: 'secret', path: ['top_k'], ...facts }] }, { input: true });

  it.each([
    [
      'zod 3 and valibot: nothing there',
      issue({ expected: 'number', received: 'undefined' }),
      'MISSING_REQUIRED_PARAM',
      { param: 'top_k' },
    ],
    [
      'arktype: nothing there',
      issue({ expected: 'a number', actual: 'missing' }),
      'MISSING_REQUIRED_PARAM',
      { param: 'top_k' },
    ],
    [
      'zod 4: another type',
      issue({ expected: 'number' }),
      'INVALID_PARAM_TYPE',
      { param: 'top_k', expected: 'number' },
    ],
    [
      'zod 3: another type',
      issue({ expected: 'number', received: 'string' }),
      'INVALID_PARAM_TYPE',
      { param: 'top_k', expected: 'number', received: 'string' },
    ],
    [
      'valibot: another type, with the value',
      issue({ expected: 'number', received: '"hunter2"' }),
      'INVALID_PARAM_TYPE',
      { param: 'top_k', expected: 'number' },
    ],
    [
      'zod 4: out of bounds',
      issue({ minimum: 1 }),
      'INVALID_PARAM_VALUE',
      { param: 'top_k', expected: '>= 1' },
    ],
    [
      'valibot: out of bounds',
      issue({ expected: '>=1', received: '0' }),
      'INVALID_PARAM_VALUE',
      { param: 'top_k', expected: '>=1' },
    ],
    ['nothing but a text', issue({}), 'INVALID_PARAM_VALUE', { param: 'top_k' }],
  ])('gets its reason from its facts: %s', (_what, thrown, reason, details) => {
    const error = errorOf(thrown);
    expect(error).toMatchObject({
      code: -32602,
      data: { category: 'validation', reason, details },
    });
    expect(error.data['details']).toEqual({ ...details, effect: 'none' });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  it('names no parameter if the whole input is wrong', () => {
    const error = errorOf(classify({ issues: [{ message: 'no' }] }, { input: true }));
    expect(error.data).toMatchObject({ reason: 'INVALID_PARAM_VALUE' });
    expect(error.data['details']).toEqual({ effect: 'none' });
  });

  it('is a Logbook failure if storage failed: the gateway has one database', () => {
    const error = errorOf(Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }));
    expect(error).toMatchObject({
      code: -32001,
      data: { reason: 'LOGBOOK_DB_UNAVAILABLE', retryable: true },
    });
  });

  it.each([
    ['a refused connection', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['a deadline', { name: 'TimeoutError' }],
    ['an abort', { name: 'AbortError' }],
    ['an upstream’s 503', { status: 503 }],
    ['an upstream’s 401', { status: 401 }],
    ['a missing file', { code: 'ENOENT', syscall: 'open' }],
    ['a full disk', { code: 'ENOSPC', syscall: 'write' }],
  ])('is unhandled if its source is unknown: %s', (_what, facts) => {
    expect(errorOf(Object.assign(new Error('x'), facts))).toMatchObject({
      code: -32603,
      data: { category: 'internal', reason: 'UNHANDLED_EXCEPTION', retryable: false },
    });
  });

  it('gets its reason from the condition if another domain declared it', () => {
    const other = defineCatalog(
      'other',
      {
        NO_SUCH_TOOL: {
          code: -32050,
          title: 'No such tool',
          category: 'call',
          condition: 'unknown-tool',
          context: { tool: 'string' },
          recovery: 'fix_and_retry',
        },
        BROKEN: { code: -32051, title: 'Broken', category: 'call', recovery: 'report_and_abort' },
      },
      { unexpected: 'BROKEN', eras: ['2025-11-25'] },
    );
    expect(errorOf(other.NO_SUCH_TOOL({ tool: 'x' }))).toMatchObject({
      code: -32602,
      data: { reason: 'UNKNOWN_TOOL' },
    });
    expect(errorOf(other.BROKEN())).toMatchObject({
      data: { reason: 'UNHANDLED_EXCEPTION' },
    });
  });
});
