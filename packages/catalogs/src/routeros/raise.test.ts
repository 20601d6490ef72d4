import { type Fault, isFault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import {
  raiseDeviceErrorConcise,
  raiseDeviceNotFound,
  raiseDeviceNotFoundIntentBased,
  raiseDeviceUnreachable,
  raiseForbiddenTier,
  raiseValidationError,
} from './index.js';

function caught(raise: () => never): Fault {
  try {
    return raise();
  } catch (thrown) {
    if (isFault(thrown)) return thrown;
    throw thrown;
  }
}

describe('the raise helpers', () => {
  it('throw faults that keep the cause', () => {
    const cause = new Error('connect ECONNREFUSED');
    const raised = caught(() => raiseDeviceUnreachable('dev-lab-01', { timeout: 2.5, cause }));
    expect(raised.cause).toBe(cause);
    expect(raised.details).toBe('Connection timeout after 2.5 seconds');
    expect(caught(() => raiseDeviceNotFound('dev-1', { cause })).cause).toBe(cause);
  });

  it('raiseDeviceNotFoundIntentBased lists at most five available devices and counts all', () => {
    const availableDevices = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const fault = caught(() => raiseDeviceNotFoundIntentBased('dev-x', { availableDevices }));
    expect(fault.details).toBe(
      "Device 'dev-x' not found in registry. Available devices: a, b, c, d, e. " +
        'Use registry/list to see all devices, or registry/add to add a new device.',
    );
    expect(fault.context).toEqual({ device_id: 'dev-x', available_device_count: 7 });
  });

  it('raiseDeviceNotFoundIntentBased says so when no device is registered', () => {
    const fault = caught(() => raiseDeviceNotFoundIntentBased('dev-x', { availableDevices: [] }));
    expect(fault.details).toContain('Available devices: none.');
  });

  it('raiseForbiddenTier takes the real flag of the tier, or the one it is given', () => {
    const flag = (requiredFlag?: string) =>
      caught(() =>
        raiseForbiddenTier('dev-1', { tier: 'advanced', ...(requiredFlag && { requiredFlag }) }),
      ).context;
    expect(flag()).toMatchObject({ required_flag: 'allow_advanced_writes' });
    expect(flag('allow_firewall')).toMatchObject({ required_flag: 'allow_firewall' });
  });

  it('raiseDeviceUnreachable waits 60 seconds by default', () => {
    const after = (retryAfter?: number) =>
      caught(() =>
        raiseDeviceUnreachable('dev-1', { timeout: 5, ...(retryAfter && { retryAfter }) }),
      );
    expect(after().retryAfter).toBe(60);
    expect(after(10).retryAfter).toBe(10);
    expect(after(10).suggestions?.[0]).toBe('Wait 10 seconds and retry');
    expect(after(10).suggestion).toContain('Wait 10 seconds');
  });

  it('raiseValidationError puts the value into words', () => {
    const fault = caught(() =>
      raiseValidationError('tags', { value: [1, 2], expected: 'array of strings' }),
    );
    expect(fault.context).toEqual({ field: 'tags', value: '1,2', expected: 'array of strings' });
  });

  it('raiseDeviceErrorConcise cuts the text of the device at 100 characters and keeps all for the operator', () => {
    const routerosError = '😀'.repeat(150);
    const fault = caught(() => raiseDeviceErrorConcise('dev-1', { routerosError }));
    expect(fault.details).toBe(`RouterOS error: ${'😀'.repeat(100)}`);
    expect(fault.given.debug).toBe(routerosError);
    expect(JSON.stringify(fault.context)).not.toContain('😀');
  });

  it('raiseDeviceErrorConcise decides recovery and effect by what the device answered', () => {
    const answered = (httpStatus: number) => {
      const fault = caught(() =>
        raiseDeviceErrorConcise('dev-1', { routerosError: 'x', httpStatus }),
      );
      return [fault.strategy, fault.effect];
    };
    expect(answered(400)).toEqual(['fix_and_retry', 'none']);
    expect(answered(500)).toEqual(['report_and_abort', 'unknown']);
  });
});
