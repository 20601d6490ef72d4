import { describe, expect, it } from 'vitest';
import { routeros } from './index.js';
import { contract, onTheWire, view, type Example } from './testing/example.js';

// The second half of the plain examples: devices, configuration and plans. The same in seeds 000 and 001.
const examples: readonly Example[] = [
  {
    heading: 'DEVICE_UNREACHABLE (-32010)',
    literal: {
      code: -32010,
      message: 'Device Unreachable',
      data: {
        mcp_error_code: 'DEVICE_UNREACHABLE',
        details: 'Connection refused to 192.168.1.1:443',
        device_id: 'dev-lab-01',
        management_address: '192.168.1.1:443',
        error_type: 'ECONNREFUSED',
      },
    },
    fault: () =>
      routeros.DEVICE_UNREACHABLE(
        {
          device_id: 'dev-lab-01',
          management_address: '192.168.1.1:443',
          error_type: 'ECONNREFUSED',
        },
        { details: 'Connection refused to 192.168.1.1:443' },
      ),
  },
  {
    heading: 'DEVICE_AUTH_FAILED (-32011)',
    literal: {
      code: -32011,
      message: 'Device Authentication Failed',
      data: {
        mcp_error_code: 'DEVICE_AUTH_FAILED',
        details: 'HTTP 401 Unauthorized from RouterOS',
        device_id: 'dev-lab-01',
        credential_kind: 'routeros_rest',
        suggestion: 'Check device credentials or rotate keys',
      },
    },
    fault: () =>
      routeros.DEVICE_AUTH_FAILED(
        { device_id: 'dev-lab-01', credential_kind: 'routeros_rest' },
        {
          details: 'HTTP 401 Unauthorized from RouterOS',
          suggestion: 'Check device credentials or rotate keys',
        },
      ),
  },
  {
    heading: 'DEVICE_ERROR (-32012)',
    literal: {
      code: -32012,
      message: 'Device Error',
      data: {
        mcp_error_code: 'DEVICE_ERROR',
        details: 'RouterOS API error: invalid argument',
        device_id: 'dev-lab-01',
        routeros_error: 'failure: no such item (4)',
        operation: 'PATCH /rest/ip/address/*2',
      },
    },
    fault: () =>
      routeros.DEVICE_ERROR(
        {
          device_id: 'dev-lab-01',
          routeros_error: 'failure: no such item (4)',
          operation: 'PATCH /rest/ip/address/*2',
        },
        { details: 'RouterOS API error: invalid argument' },
      ),
  },
  {
    heading: 'DEVICE_UNSUPPORTED (-32013)',
    literal: {
      code: -32013,
      message: 'Device Unsupported',
      data: {
        mcp_error_code: 'DEVICE_UNSUPPORTED',
        details: 'RouterOS version too old for this operation',
        device_id: 'dev-lab-01',
        routeros_version: '7.8',
        required_version: '7.10+',
        tool: 'system/get-ntp-status',
      },
    },
    fault: () =>
      routeros.DEVICE_UNSUPPORTED({
        device_id: 'dev-lab-01',
        routeros_version: '7.8',
        required_version: '7.10+',
        tool: 'system/get-ntp-status',
      }),
  },
  {
    heading: 'INVALID_CONFIGURATION (-32020)',
    literal: {
      code: -32020,
      message: 'Invalid Configuration',
      data: {
        mcp_error_code: 'INVALID_CONFIGURATION',
        details: 'Cannot add IP address: interface is disabled',
        device_id: 'dev-lab-01',
        interface: 'ether1',
        interface_status: 'disabled',
      },
    },
    fault: () =>
      routeros.INVALID_CONFIGURATION(
        { device_id: 'dev-lab-01', interface: 'ether1', interface_status: 'disabled' },
        { details: 'Cannot add IP address: interface is disabled' },
      ),
  },
  {
    heading: 'UNSAFE_OPERATION (-32021)',
    literal: {
      code: -32021,
      message: 'Unsafe Operation',
      data: {
        mcp_error_code: 'UNSAFE_OPERATION',
        details: 'Cannot modify management interface IP address',
        device_id: 'dev-lab-01',
        interface: 'ether1',
        reason: 'Management interface protection',
        safety_rule: 'PROTECT_MANAGEMENT_PATH',
      },
    },
    fault: () =>
      routeros.UNSAFE_OPERATION(
        {
          device_id: 'dev-lab-01',
          interface: 'ether1',
          reason: 'Management interface protection',
          safety_rule: 'PROTECT_MANAGEMENT_PATH',
        },
        { details: 'Cannot modify management interface IP address' },
      ),
  },
  {
    heading: 'PLAN_NOT_APPROVED (-32030)',
    literal: {
      code: -32030,
      message: 'Plan Not Approved',
      data: {
        mcp_error_code: 'PLAN_NOT_APPROVED',
        details: 'Plan requires approval before execution',
        plan_id: 'plan-abc123',
        plan_status: 'draft',
        required_status: 'approved',
      },
    },
    fault: () =>
      routeros.PLAN_NOT_APPROVED({
        plan_id: 'plan-abc123',
        plan_status: 'draft',
        required_status: 'approved',
      }),
  },
  {
    heading: 'PLAN_EXPIRED (-32031)',
    literal: {
      code: -32031,
      message: 'Plan Expired',
      data: {
        mcp_error_code: 'PLAN_EXPIRED',
        details: 'Plan expired 2 hours ago',
        plan_id: 'plan-abc123',
        created_at: '2024-01-15T10:00:00Z',
        expires_at: '2024-01-15T12:00:00Z',
        current_time: '2024-01-15T14:00:00Z',
      },
    },
    fault: () =>
      routeros.PLAN_EXPIRED({
        plan_id: 'plan-abc123',
        created_at: '2024-01-15T10:00:00Z',
        expires_at: '2024-01-15T12:00:00Z',
        current_time: '2024-01-15T14:00:00Z',
      }),
  },
];

describe('the error examples of seeds 000 and 001, device, configuration and plan codes', () => {
  it.each(examples)('produces the payload of "$heading" field for field', ({ literal, fault }) => {
    expect(onTheWire(fault())).toMatchObject(literal);
  });

  it('produces the Error Data Object of the "JSON-RPC Error Response Format" section with retry_after', () => {
    const fault = routeros.DEVICE_UNREACHABLE(
      {
        device_id: 'dev-lab-01',
        routeros_error: 'connect ETIMEDOUT 192.168.1.1:443',
        retry_after: 60,
      },
      { details: 'Connection timeout after 5.0 seconds' },
    );
    expect(contract.data(fault, view)).toMatchObject({
      mcp_error_code: 'DEVICE_UNREACHABLE',
      details: 'Connection timeout after 5.0 seconds',
      device_id: 'dev-lab-01',
      routeros_error: 'connect ETIMEDOUT 192.168.1.1:443',
      retry_after: 60,
    });
  });
});
