import { encodeError, DEFAULT_BUDGET } from '@errata/core/internal';
import { toRpcErrorJson, createRedactor, type Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import {
  createActionableError,
  createRouterosContract,
  ErrorRecoveryStrategy,
  raiseDeviceErrorConcise,
  raiseDeviceNotFoundIntentBased,
  raiseDeviceUnreachable,
  raiseForbiddenTier,
  raiseValidationError,
  routerosContract,
} from './index.js';

const plain = createRouterosContract({ guidance: 'given' });
const view = { era: '2025-11-25', redactor: createRedactor(), budget: DEFAULT_BUDGET } as const;
const onTheWire = (fault: Fault, contract = plain): unknown =>
  JSON.parse(toRpcErrorJson(fault, contract, view));

function caught(raise: () => never): Fault {
  try {
    return raise();
  } catch (thrown) {
    return thrown as Fault;
  }
}

describe('seed 001, "Structured Error Responses with Next-Step Guidance"', () => {
  const literal = {
    jsonrpc: '2.0',
    id: 'req-001',
    error: {
      code: -32002,
      message: 'Forbidden',
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: "Device 'dev-lab-01' does not allow advanced tier operations",
        device_id: 'dev-lab-01',
        tool_tier: 'advanced',
        required_flag: 'allow_advanced_writes',
        recovery_strategy: 'user_action_required',
        suggestion:
          "Enable advanced operations by setting device flag 'allow_advanced_writes=true', or use a different device.",
        next_steps: [
          'Use registry/update to enable allow_advanced_writes flag',
          'Use registry/list with environment filter to find devices with advanced tier enabled',
          'Contact administrator to enable advanced tier for this device',
        ],
        alternatives: [
          {
            tool: 'registry/list',
            description: 'List devices with advanced tier enabled',
            arguments: { environment: 'lab', filter: 'allow_advanced_writes=true' },
          },
        ],
      },
    },
  };

  it('produces the complete error response with recovery strategy, next steps and alternatives', () => {
    const fault = caught(() =>
      raiseForbiddenTier('dev-lab-01', { tier: 'advanced', environment: 'lab' }),
    );
    const reply = encodeError('"req-001"', toRpcErrorJson(fault, routerosContract, view), 'omit');
    // The ref is the one member that the document does not have: it joins the reply with the operator's record.
    const { error, ...rest } = JSON.parse(reply) as typeof literal;
    const { ref, ...data } = error.data as typeof literal.error.data & { ref: string };
    expect({ ...rest, error: { ...error, data } }).toMatchObject(literal);
    expect(ref).toBe(fault.ref);
  });
});

describe('seed 001, the helpers of "Intent-Based Error Messages" and "Actionable Error Recovery Guidance"', () => {
  it('raise_device_not_found_intent_based: details with the devices, their number and three suggestions', () => {
    const availableDevices = ['dev-lab-01', 'dev-lab-02'];
    const fault = caught(() => raiseDeviceNotFoundIntentBased('dev-unknown', { availableDevices }));
    expect(onTheWire(fault)).toMatchObject({
      code: -32003,
      message: 'Device Not Found',
      data: {
        mcp_error_code: 'NOT_FOUND',
        details:
          "Device 'dev-unknown' not found in registry. Available devices: dev-lab-01, dev-lab-02. " +
          'Use registry/list to see all devices, or registry/add to add a new device.',
        device_id: 'dev-unknown',
        available_device_count: 2,
        suggestions: [
          'Use registry/list to see all available devices',
          'Check device_id spelling and try again',
          "Use registry/add to add 'dev-unknown' to the registry",
        ],
      },
    });
  });

  it('create_actionable_error: the documented DEVICE_UNREACHABLE call', () => {
    const fault = createActionableError('DEVICE_UNREACHABLE', {
      details: 'Connection timeout after 5.0 seconds',
      recoveryStrategy: ErrorRecoveryStrategy.RETRY_WITH_BACKOFF,
      context: { device_id: 'dev-lab-01', retry_after: 60 },
    });
    expect(onTheWire(fault)).toMatchObject({
      code: -32010,
      message: 'Device Unreachable',
      data: {
        mcp_error_code: 'DEVICE_UNREACHABLE',
        details: 'Connection timeout after 5.0 seconds',
        recovery_strategy: 'retry_with_backoff',
        device_id: 'dev-lab-01',
        retry_after: 60,
        suggestion: 'Wait 60 seconds and retry. This is likely a temporary issue.',
      },
    });
  });

  it('raise_device_unreachable: timeout_seconds, retry_after and the text of the strategy', () => {
    const fault = caught(() => raiseDeviceUnreachable('dev-lab-01', { timeout: 5 }));
    expect(onTheWire(fault)).toMatchObject({
      code: -32010,
      message: 'Device Unreachable',
      data: {
        mcp_error_code: 'DEVICE_UNREACHABLE',
        details: 'Connection timeout after 5.0 seconds',
        recovery_strategy: 'retry_with_backoff',
        device_id: 'dev-lab-01',
        timeout_seconds: 5,
        retry_after: 60,
        suggestion: 'Wait 60 seconds and retry. This is likely a temporary issue.',
      },
    });
  });

  it('raise_validation_error: the value as text, and the suggestion of the thrower', () => {
    const expected = 'IPv4 address';
    const fault = caught(() => raiseValidationError('port', { value: 70000, expected }));
    expect(onTheWire(fault)).toMatchObject({
      code: -32005,
      message: 'Validation Error',
      data: {
        mcp_error_code: 'VALIDATION_ERROR',
        details: "Invalid value for field 'port': 70000",
        recovery_strategy: 'fix_and_retry',
        field: 'port',
        value: '70000',
        expected: 'IPv4 address',
        suggestion: "Provide a valid IPv4 address for field 'port'",
      },
    });
  });

  it('raise_forbidden_tier: the flag by its real name, and how to enable the tier', () => {
    const fault = caught(() => raiseForbiddenTier('dev-lab-01', { tier: 'professional' }));
    expect(onTheWire(fault)).toMatchObject({
      code: -32002,
      message: 'Forbidden',
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: "Device 'dev-lab-01' does not allow professional tier operations",
        recovery_strategy: 'user_action_required',
        device_id: 'dev-lab-01',
        tool_tier: 'professional',
        required_flag: 'allow_professional_workflows',
        suggestion:
          "Enable professional operations by setting device flag 'allow_professional_workflows=true', or use a different device.",
      },
    });
  });

  it('raise_forbidden_tier of seed 000: the message names the tier that needs a flag', () => {
    const message = 'Forbidden: advanced tier requires device capability flag';
    const fault = caught(() => raiseForbiddenTier('dev-lab-01', { tier: 'advanced', message }));
    expect(onTheWire(fault)).toMatchObject({
      code: -32002,
      message: 'Forbidden: advanced tier requires device capability flag',
      data: { details: "Device 'dev-lab-01' does not allow advanced tier operations" },
    });
  });
});

describe('seed 001, "Token-Conscious Error Messages"', () => {
  it('raise_device_error_concise: short details and a suggestion, without _debug_details on the wire', () => {
    const routerosError = 'failure: no such item (4)';
    const fault = caught(() => raiseDeviceErrorConcise('dev-lab-01', { routerosError }));
    expect(onTheWire(fault)).toMatchObject({
      code: -32012,
      message: 'Device Error',
      data: {
        mcp_error_code: 'DEVICE_ERROR',
        details: 'RouterOS error: failure: no such item (4)',
        device_id: 'dev-lab-01',
        suggestion: 'Check device configuration or parameters',
      },
    });
  });
});
