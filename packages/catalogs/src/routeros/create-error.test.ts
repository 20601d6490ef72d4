import { describe, expect, it } from 'vitest';
import {
  createActionableError,
  createRouterosContract,
  createTokenEfficientError,
  ErrorRecoveryStrategy,
  routerosContract,
} from './index.js';

const era = '2025-11-25';
const plain = createRouterosContract({ guidance: 'given' });

describe('createActionableError', () => {
  it('knows the four recovery strategies by the names of the contract', () => {
    expect(ErrorRecoveryStrategy).toEqual({
      RETRY_WITH_BACKOFF: 'retry_with_backoff',
      USER_ACTION_REQUIRED: 'user_action_required',
      FIX_AND_RETRY: 'fix_and_retry',
      REPORT_AND_ABORT: 'report_and_abort',
    });
  });

  it.each([
    ['RETRY_WITH_BACKOFF', 'Wait 60 seconds and retry. This is likely a temporary issue.'],
    [
      'USER_ACTION_REQUIRED',
      'User intervention required. Check permissions or configuration and try again.',
    ],
    [
      'FIX_AND_RETRY',
      'Fix the input parameters based on the validation errors below, then retry the request.',
    ],
    [
      'REPORT_AND_ABORT',
      'This error cannot be resolved automatically. Report to system administrator.',
    ],
  ] as const)('fills an empty suggestion with the default text of %s', (name, text) => {
    const fault = createActionableError('VALIDATION_ERROR', {
      details: 'x',
      recoveryStrategy: ErrorRecoveryStrategy[name],
      context: {},
    });
    expect(fault.suggestion).toBe(text);
    expect(plain.data(fault, { era })).toMatchObject({
      recovery_strategy: ErrorRecoveryStrategy[name],
      suggestion: text,
    });
  });

  it('puts the given retry_after into the default text', () => {
    const fault = createActionableError('RATE_LIMITED', {
      details: 'x',
      recoveryStrategy: 'retry_with_backoff',
      context: { limit: '3 requests per device', current_count: 5, retry_after: 15 },
    });
    expect(fault.suggestion).toBe('Wait 15 seconds and retry. This is likely a temporary issue.');
  });

  it('keeps the suggestion of the thrower', () => {
    const fault = createActionableError('FORBIDDEN', {
      details: 'x',
      recoveryStrategy: 'user_action_required',
      context: {},
      suggestion: 'Ask the owner of the device',
    });
    expect(plain.data(fault, { era })).toMatchObject({ suggestion: 'Ask the owner of the device' });
    expect(routerosContract.data(fault, { era })).toMatchObject({
      suggestion: 'Ask the owner of the device',
    });
  });

  it.each([
    ['NOT_FOUND', -32003, 'Not Found'],
    ['FORBIDDEN', -32002, 'Forbidden'],
    ['VALIDATION_ERROR', -32005, 'Validation Error'],
    ['RATE_LIMITED', -32006, 'Rate Limited'],
    ['TIMEOUT', -32007, 'Timeout'],
    ['DEVICE_UNREACHABLE', -32010, 'Device Unreachable'],
    ['DEVICE_AUTH_FAILED', -32011, 'Device Authentication Failed'],
    ['DEVICE_ERROR', -32012, 'Device Error'],
  ] as const)(
    'takes code and message of %s from the message map: %i %s',
    (reason, code, message) => {
      const fault = createActionableError(reason, {
        details: 'x',
        recoveryStrategy: 'fix_and_retry',
        context: { device_id: 'dev-lab-01', limit: '1', current_count: 2 },
      });
      expect([plain.number(fault, era), plain.message(fault, { era })]).toEqual([code, message]);
    },
  );
});

describe('createTokenEfficientError', () => {
  const long = `failure: ${'x'.repeat(200)}`;
  const fault = createTokenEfficientError('DEVICE_ERROR', {
    shortDetails: 'RouterOS error',
    fullDetails: long,
    context: { device_id: 'dev-lab-01', routeros_error: long },
  });

  it('gives the model the short details and cuts routeros_error at 100 characters', () => {
    expect(plain.data(fault, { era })).toEqual({
      mcp_error_code: 'DEVICE_ERROR',
      details: 'RouterOS error',
      device_id: 'dev-lab-01',
      routeros_error: `failure: ${'x'.repeat(91)}`,
      effect: 'unknown',
    });
  });

  it('keeps the full details for the operator: no _debug_details on the wire without debug mode', () => {
    expect(fault.given.debug).toBe(long);
    for (const contract of [plain, routerosContract]) {
      expect(contract.data(fault, { era })).not.toHaveProperty('_debug_details');
      expect(contract.data(fault, { era, debug: false })).not.toHaveProperty('_debug_details');
    }
  });

  it('shows _debug_details in an explicit debug mode', () => {
    expect(plain.data(fault, { era, debug: true })).toMatchObject({ _debug_details: long });
  });

  it('does without full details where there are none', () => {
    const short = createTokenEfficientError('TIMEOUT', { shortDetails: 'Too slow', context: {} });
    expect(plain.data(short, { era, debug: true })).toEqual({
      mcp_error_code: 'TIMEOUT',
      details: 'Too slow',
      effect: 'unknown',
    });
  });
});
