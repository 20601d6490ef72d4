import { describe, expect, it } from 'vitest';
import {
  createRouterosContract,
  DEVICE_ERROR_TEMPLATES,
  ERROR_TEMPLATES,
  fromTemplate,
  routeros,
  VALIDATION_ERROR_TEMPLATES,
} from './index.js';

const era = '2025-11-25';
const contract = createRouterosContract({ guidance: 'given' });

describe('seed 001, "Error Message Templates"', () => {
  it('holds DEVICE_ERROR_TEMPLATES as the seed types them', () => {
    expect(DEVICE_ERROR_TEMPLATES).toEqual({
      DEVICE_UNREACHABLE: {
        code: -32010,
        message_template: "Cannot connect to device '{device_id}' at {management_address}",
        recovery: 'retry_with_backoff',
        suggestions: [
          'Wait {retry_after} seconds and retry',
          'Check device is powered on and network is accessible',
          'Use registry/update to update management address if changed',
        ],
      },
      DEVICE_AUTH_FAILED: {
        code: -32011,
        message_template: "Authentication failed for device '{device_id}'",
        recovery: 'user_action_required',
        suggestions: [
          'Check device credentials are correct',
          'Use registry/rotate-credentials to update credentials',
          'Verify user has access to device in RouterOS',
        ],
      },
      DEVICE_ERROR: {
        code: -32012,
        message_template: "RouterOS error on device '{device_id}': {error_summary}",
        recovery: 'fix_and_retry',
        suggestions: [
          'Check RouterOS error message for details',
          'Verify operation is valid for this RouterOS version',
          'Use system/get-overview to check device state',
        ],
      },
    });
  });

  it('holds VALIDATION_ERROR_TEMPLATES as the seed types them', () => {
    expect(VALIDATION_ERROR_TEMPLATES).toEqual({
      INVALID_IP_ADDRESS: {
        code: -32005,
        message_template: 'Invalid IP address: {value}',
        recovery: 'fix_and_retry',
        expected: 'Valid IPv4 or IPv6 address (e.g., 192.168.1.1 or 2001:db8::1)',
      },
      INVALID_DEVICE_ID: {
        code: -32005,
        message_template: "Device '{value}' not found",
        recovery: 'fix_and_retry',
        expected: 'Valid device ID from registry (use registry/list to see options)',
      },
      REQUIRED_FIELD_MISSING: {
        code: -32005,
        message_template: "Required field '{field}' is missing",
        recovery: 'fix_and_retry',
        expected: '{field} must be provided',
      },
    });
  });

  it('declares no reason for the wordings of VALIDATION_ERROR', () => {
    for (const name of Object.keys(VALIDATION_ERROR_TEMPLATES)) {
      expect(routeros.definition(name)).toBeUndefined();
    }
  });
});

describe('fromTemplate', () => {
  it.each([
    [
      'INVALID_IP_ADDRESS',
      fromTemplate('INVALID_IP_ADDRESS', { field: 'ip_address', value: '192.168.1.999' }),
      {
        details: 'Invalid IP address: 192.168.1.999',
        field: 'ip_address',
        value: '192.168.1.999',
        expected: 'Valid IPv4 or IPv6 address (e.g., 192.168.1.1 or 2001:db8::1)',
      },
    ],
    [
      'INVALID_DEVICE_ID',
      fromTemplate('INVALID_DEVICE_ID', { value: 'dev lab' }),
      {
        details: "Device 'dev lab' not found",
        value: 'dev lab',
        expected: 'Valid device ID from registry (use registry/list to see options)',
      },
    ],
    [
      'REQUIRED_FIELD_MISSING',
      fromTemplate('REQUIRED_FIELD_MISSING', { field: 'device_id' }),
      {
        details: "Required field 'device_id' is missing",
        field: 'device_id',
        expected: 'device_id must be provided',
      },
    ],
  ])('%s gives -32005 VALIDATION_ERROR with what was expected', (_name, fault, data) => {
    expect(contract.number(fault, era)).toBe(-32005);
    expect(contract.data(fault, { era })).toEqual({
      mcp_error_code: 'VALIDATION_ERROR',
      recovery_strategy: 'fix_and_retry',
      effect: 'none',
      ...data,
    });
  });

  it('DEVICE_UNREACHABLE fills address and seconds to wait', () => {
    const context = { device_id: 'dev-lab-01', management_address: '192.168.1.1:443' };
    const fault = fromTemplate('DEVICE_UNREACHABLE', { ...context, retry_after: 30 });
    expect(fault.details).toBe("Cannot connect to device 'dev-lab-01' at 192.168.1.1:443");
    expect(fault.suggestions?.[0]).toBe('Wait 30 seconds and retry');
    expect(fromTemplate('DEVICE_UNREACHABLE', context).suggestions?.[0]).toBe(
      'Wait 60 seconds and retry',
    );
  });

  it('DEVICE_AUTH_FAILED asks for user action', () => {
    const fault = fromTemplate('DEVICE_AUTH_FAILED', { device_id: 'dev-lab-01' });
    expect(fault.details).toBe("Authentication failed for device 'dev-lab-01'");
    expect(fault.strategy).toBe('user_action_required');
  });

  it('DEVICE_ERROR is fixed and retried as the template says, unless the device itself failed', () => {
    const context = { device_id: 'dev-lab-01', error_summary: 'invalid argument' };
    const fault = fromTemplate('DEVICE_ERROR', context);
    expect(fault.details).toBe("RouterOS error on device 'dev-lab-01': invalid argument");
    expect(fault.strategy).toBe('fix_and_retry');
    const failed = fromTemplate('DEVICE_ERROR', { ...context, http_status: 500 });
    expect(failed.strategy).toBe('report_and_abort');
  });

  it('has the code of the failure that each template words', () => {
    for (const [name, { code }] of Object.entries(ERROR_TEMPLATES)) {
      const context = { device_id: 'd', management_address: 'm', error_summary: 'e' };
      const all = { ...context, value: 'v', field: 'f' };
      expect(fromTemplate(name as keyof typeof ERROR_TEMPLATES, all).code).toBe(code);
    }
  });

  it('words the definitions too: the same details and suggestions without naming the template', () => {
    const context = { device_id: 'dev-lab-01', management_address: '192.168.1.1:443' };
    const templated = fromTemplate('DEVICE_UNREACHABLE', context);
    const declared = routeros.DEVICE_UNREACHABLE(context);
    expect(declared.details).toBe(templated.details);
    expect(declared.suggestions).toEqual(templated.suggestions);
    expect(declared.strategy).toBe(templated.strategy);
  });

  it('takes a value as it is: braces are not filled again, and long values are cut', () => {
    const fault = fromTemplate('INVALID_IP_ADDRESS', { value: `{field}${'1'.repeat(200)}` });
    expect(fault.details).toBe(`Invalid IP address: {field}${'1'.repeat(93)}`);
  });

  it('lets the thrower win over the template', () => {
    const options = { details: 'Not an address', suggestion: 'Use CIDR notation' };
    const fault = fromTemplate('INVALID_IP_ADDRESS', { value: 'x' }, options);
    expect([fault.details, fault.suggestion]).toEqual(['Not an address', 'Use CIDR notation']);
  });

  it('lets the compiler ask for what the sentence mentions', () => {
    // @ts-expect-error the sentence needs the value
    const noValue = fromTemplate('INVALID_IP_ADDRESS', { field: 'ip_address' });
    // @ts-expect-error the sentence needs the address
    const noAddress = fromTemplate('DEVICE_UNREACHABLE', { device_id: 'dev-lab-01' });
    expect([noValue.reason, noAddress.reason]).toEqual(['VALIDATION_ERROR', 'DEVICE_UNREACHABLE']);
  });
});
