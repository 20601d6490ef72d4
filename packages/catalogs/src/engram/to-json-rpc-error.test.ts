import { createRedactor } from '@errata/core';
import { isRef } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { engram } from './catalog.js';
import { createEngramContract, toJsonRpcError } from './contract.js';

describe('toJsonRpcError', () => {
  it('makes the whole error object of a declared fault', () => {
    const fault = engram.OPENMEMORY_CONNECTION_FAILED({
      service: 'openmemory',
      error_type: 'ECONNREFUSED',
    });
    expect(toJsonRpcError(fault)).toEqual({
      code: -32001,
      message: 'No connection to OpenMemory',
      data: {
        category: 'dependency',
        reason: 'OPENMEMORY_CONNECTION_FAILED',
        retryable: true,
        correlation_id: fault.ref,
        details: { service: 'openmemory', error_type: 'ECONNREFUSED', effect: fault.effect },
      },
    });
  });

  it.each([
    ['an error', new Error('dsn postgres://u:hunter2@db/x')],
    ['an error that names an integer code', Object.assign(new Error('x'), { code: -32002 })],
    ['a text', 'hunter2'],
    ['nothing', undefined],
    ['null', null],
    ['an object', { code: 404, message: 'hunter2' }],
  ])('masks undeclared values: %s', (_what, thrown) => {
    const error = toJsonRpcError(thrown);
    expect(error).toMatchObject({
      code: -32603,
      message: 'Unhandled exception',
      data: { category: 'internal', reason: 'UNHANDLED_EXCEPTION', retryable: false },
    });
    expect(isRef(error.data.correlation_id)).toBe(true);
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  it('takes the language of its contract', () => {
    const contract = createEngramContract({ lang: 'zh' });
    expect(toJsonRpcError(new Error('x'), { contract }).message).toBe('未处理的异常');
  });

  it('takes the numbers of the era', () => {
    const fault = engram.AUTH_FAILED();
    expect(toJsonRpcError(fault).code).toBe(-32002);
    expect(toJsonRpcError(fault, { era: '2026-07-28' }).code).toBe(-31002);
  });

  it('takes the correlation id of the request, unless the fault has shown one', () => {
    const correlationId = 'corr-0123456789abcdef';
    const shown = engram.AUTH_FAILED();
    const { ref } = shown;
    expect(toJsonRpcError(engram.AUTH_FAILED(), { correlationId }).data.correlation_id).toBe(
      correlationId,
    );
    expect(toJsonRpcError(shown, { correlationId }).data.correlation_id).toBe(ref);
  });

  it('removes registered secrets', () => {
    const redactor = createRedactor({ secrets: ['hunter2-and-more'] });
    const fault = engram.ACTOR_UNKNOWN({ actor: 'kim hunter2-and-more' });
    expect(JSON.stringify(toJsonRpcError(fault, { redactor }))).not.toContain('hunter2');
  });
});
