import { identify } from '@errata/core/internal';
import { Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { createRouterosShape, routeros, routerosContract, routerosShape } from './index.js';

const view = { era: '2025-11-25' } as const;

describe('routerosShape', () => {
  it('always has mcp_error_code, details, a recovery strategy and a suggestion', () => {
    for (const definition of routeros.definitions) {
      const data = routerosShape.write(new Fault(definition, {}), view);
      expect(data).toMatchObject({
        mcp_error_code: definition.reason,
        details: expect.any(String) as string,
        recovery_strategy: expect.any(String) as string,
        suggestion: expect.any(String) as string,
      });
    }
  });

  it('has retry_after if the strategy is to retry, 60 by default', () => {
    const limits = { limit: '3 requests per device', current_count: 5 };
    expect(routerosShape.write(routeros.TIMEOUT(), view)).toMatchObject({ retry_after: 60 });
    expect(
      routerosShape.write(routeros.RATE_LIMITED({ ...limits, retry_after: 5 }), view),
    ).toMatchObject({
      retry_after: 5,
      suggestion: 'Wait 5 seconds and retry. This is likely a temporary issue.',
    });
    expect(
      routerosShape.write(routeros.RATE_LIMITED(limits, { retryAfter: 7 }), view),
    ).toMatchObject({ retry_after: 7 });
    expect(routerosShape.write(routeros.UNAUTHORIZED(), view)).not.toHaveProperty('retry_after');
  });

  it('does not promise a retry when the thrower knows that it would not help', () => {
    const fault = routeros.TIMEOUT({}, { strategy: 'report_and_abort' });
    expect(routerosShape.write(fault, view)).not.toHaveProperty('retry_after');
  });

  it('carries the suggestions of the template with a refused connection', () => {
    const fault = routeros.DEVICE_UNREACHABLE({
      device_id: 'dev-lab-01',
      management_address: '192.168.1.1:443',
      error_type: 'ECONNREFUSED',
    });
    expect(routerosShape.write(fault, view)).toEqual({
      mcp_error_code: 'DEVICE_UNREACHABLE',
      details: "Cannot connect to device 'dev-lab-01' at 192.168.1.1:443",
      device_id: 'dev-lab-01',
      management_address: '192.168.1.1:443',
      error_type: 'ECONNREFUSED',
      recovery_strategy: 'retry_with_backoff',
      suggestion: 'Wait 60 seconds and retry. This is likely a temporary issue.',
      suggestions: [
        'Wait 60 seconds and retry',
        'Check device is powered on and network is accessible',
        'Use registry/update to update management address if changed',
      ],
      retry_after: 60,
      effect: 'none',
      ref: fault.ref,
    });
  });

  it('sends declared fields only', () => {
    const context = { device_id: 'dev-lab-01', password: 'hunter2' };
    const data = routerosShape.write(routeros.DEVICE_AUTH_FAILED(context), view);
    expect(JSON.stringify(data)).not.toContain('hunter2');
  });

  it('with guidance "given" says nothing that the thrower did not say but the effect', () => {
    const shape = createRouterosShape({ guidance: 'given' });
    expect(shape.write(routeros.TIMEOUT(), view)).toEqual({
      mcp_error_code: 'TIMEOUT',
      details: 'Operation timed out',
      effect: 'unknown',
    });
    const given = {
      strategy: 'fix_and_retry',
      suggestion: 'a',
      suggestions: ['b'],
      nextSteps: ['c'],
      alternatives: [{ tool: 'registry/list', description: 'd' }],
      retryAfter: 3,
    } as const;
    expect(shape.write(routeros.TIMEOUT({}, given), view)).toEqual({
      mcp_error_code: 'TIMEOUT',
      details: 'Operation timed out',
      recovery_strategy: 'fix_and_retry',
      suggestion: 'a',
      suggestions: ['b'],
      next_steps: ['c'],
      alternatives: [{ tool: 'registry/list', description: 'd' }],
      retry_after: 3,
      effect: 'unknown',
    });
  });
});

describe('reading routeros data', () => {
  it('gives reason, details and context back, without the advice', () => {
    const fault = routeros.RATE_LIMITED({
      device_id: 'dev-lab-01',
      limit: '3 requests per device',
      current_count: 5,
      retry_after: 30,
    });
    expect(routerosShape.read(routerosShape.write(fault, view))).toEqual({
      reason: 'RATE_LIMITED',
      details: "Too many requests to device 'dev-lab-01'",
      context: {
        device_id: 'dev-lab-01',
        limit: '3 requests per device',
        current_count: 5,
        retry_after: 30,
      },
    });
  });

  it('keeps the narrower code of -32602, which is not a reason', () => {
    const data = { mcp_error_code: 'INVALID_DEVICE_ID', details: 'x', device_id: 'dev-unknown' };
    expect(routerosShape.read(data)).toEqual({
      reason: 'INVALID_DEVICE_ID',
      details: 'x',
      context: { mcp_error_code: 'INVALID_DEVICE_ID', device_id: 'dev-unknown' },
    });
    const error = { code: -32602, message: 'Invalid params', data };
    expect(identify(error, routerosContract, '2025-11-25')?.reason).toBe('INVALID_PARAMS');
  });

  it.each([undefined, null, 'text', 42, [1], { mcp_error_code: 7, details: {} }])(
    'reads %j of a peer without trusting it',
    (data) => {
      const reading = routerosShape.read(data);
      expect(reading.reason).toBeUndefined();
      expect(reading.details).toBeUndefined();
    },
  );

  it('finds the way back from every number of every era by the reason that travels with it', () => {
    for (const definition of routeros.definitions) {
      const { reason } = definition;
      const fault = new Fault(definition, {});
      for (const era of ['2025-11-25', '2026-07-28'] as const) {
        const code = routerosContract.number(fault, era);
        const data = routerosContract.data(fault, { era });
        const error = { code, message: fault.title, data };
        expect(identify(error, routerosContract, era)?.reason).toBe(reason);
      }
    }
  });
});
