import type { Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { raiseDeviceNotFound, routeros } from './index.js';
import { onTheWire, type Example } from './testing/example.js';

// The plain examples: what the thrower said, and no advice of the definition. They are the same in seeds 000 and 001.
const examples: readonly Example[] = [
  {
    heading: 'Standard Error Response: -32602 with the narrower code INVALID_DEVICE_ID',
    literal: {
      code: -32602,
      message: 'Invalid params',
      data: {
        mcp_error_code: 'INVALID_DEVICE_ID',
        details: "Device 'dev-unknown' not found in registry",
        device_id: 'dev-unknown',
      },
    },
    fault: () =>
      routeros.INVALID_PARAMS(
        { mcp_error_code: 'INVALID_DEVICE_ID', device_id: 'dev-unknown' },
        { details: "Device 'dev-unknown' not found in registry" },
      ),
  },
  {
    heading: 'UNAUTHORIZED (-32001)',
    literal: {
      code: -32001,
      message: 'Unauthorized',
      data: { mcp_error_code: 'UNAUTHORIZED', details: 'No valid authentication found' },
    },
    fault: () => routeros.UNAUTHORIZED(),
  },
  {
    heading: 'FORBIDDEN (-32002): device capability flag',
    literal: {
      code: -32002,
      message: 'Forbidden: advanced tier requires allow_advanced_writes flag',
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: "Device 'dev-lab-01' does not allow advanced writes",
        device_id: 'dev-lab-01',
        required_flag: 'allow_advanced_writes',
        tool_tier: 'advanced',
      },
    },
    fault: () =>
      routeros.FORBIDDEN(
        { device_id: 'dev-lab-01', required_flag: 'allow_advanced_writes', tool_tier: 'advanced' },
        {
          message: 'Forbidden: advanced tier requires allow_advanced_writes flag',
          details: "Device 'dev-lab-01' does not allow advanced writes",
        },
      ),
  },
  {
    heading: 'FORBIDDEN (-32002): environment mismatch',
    literal: {
      code: -32002,
      message: 'Forbidden: environment mismatch',
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: "Device environment 'prod' does not match service environment 'lab'",
        device_id: 'dev-prod-01',
        device_environment: 'prod',
        service_environment: 'lab',
      },
    },
    fault: () =>
      routeros.FORBIDDEN(
        { device_id: 'dev-prod-01', device_environment: 'prod', service_environment: 'lab' },
        { message: 'Forbidden: environment mismatch' },
      ),
  },
  {
    heading: 'NOT_FOUND (-32003): device not found, also by raiseDeviceNotFound',
    literal: {
      code: -32003,
      message: 'Not Found',
      data: {
        mcp_error_code: 'NOT_FOUND',
        details: "Device 'dev-unknown' not found in registry",
        device_id: 'dev-unknown',
        resource_type: 'device',
      },
    },
    fault: () => caught(() => raiseDeviceNotFound('dev-unknown')),
  },
  {
    heading: 'NOT_FOUND (-32003): plan not found',
    literal: {
      code: -32003,
      message: 'Not Found',
      data: {
        mcp_error_code: 'NOT_FOUND',
        details: "Plan 'plan-abc123' not found",
        plan_id: 'plan-abc123',
        resource_type: 'plan',
      },
    },
    fault: () => routeros.NOT_FOUND({ plan_id: 'plan-abc123', resource_type: 'plan' }),
  },
  {
    heading: 'CONFLICT (-32004)',
    literal: {
      code: -32004,
      message: 'Conflict',
      data: {
        mcp_error_code: 'CONFLICT',
        details: "Device with name 'lab-router-01' already exists",
        device_name: 'lab-router-01',
        existing_device_id: 'dev-lab-01',
      },
    },
    fault: () =>
      routeros.CONFLICT({ device_name: 'lab-router-01', existing_device_id: 'dev-lab-01' }),
  },
  {
    heading: 'VALIDATION_ERROR (-32005): one field',
    literal: {
      code: -32005,
      message: 'Validation Error',
      data: {
        mcp_error_code: 'VALIDATION_ERROR',
        details: 'Invalid IP address format',
        field: 'ip_address',
        value: '192.168.1.999',
        expected: 'Valid IPv4 or IPv6 address',
      },
    },
    fault: () =>
      routeros.VALIDATION_ERROR(
        { field: 'ip_address', value: '192.168.1.999', expected: 'Valid IPv4 or IPv6 address' },
        { details: 'Invalid IP address format' },
      ),
  },
  {
    heading: 'VALIDATION_ERROR (-32005): multiple validation errors',
    literal: {
      code: -32005,
      message: 'Validation Error',
      data: {
        mcp_error_code: 'VALIDATION_ERROR',
        details: 'Multiple validation errors',
        errors: [
          { field: 'device_id', message: 'Required field missing' },
          { field: 'dns_servers', message: 'Must be array of strings' },
        ],
      },
    },
    fault: () =>
      routeros.VALIDATION_ERROR({
        errors: [
          { field: 'device_id', message: 'Required field missing' },
          { field: 'dns_servers', message: 'Must be array of strings' },
        ],
      }),
  },
  {
    heading: 'RATE_LIMITED (-32006)',
    literal: {
      code: -32006,
      message: 'Rate Limited',
      data: {
        mcp_error_code: 'RATE_LIMITED',
        details: "Too many requests to device 'dev-lab-01'",
        device_id: 'dev-lab-01',
        retry_after: 60,
        limit: '3 requests per device',
        current_count: 5,
      },
    },
    fault: () =>
      routeros.RATE_LIMITED({
        device_id: 'dev-lab-01',
        retry_after: 60,
        limit: '3 requests per device',
        current_count: 5,
      }),
  },
  {
    heading: 'TIMEOUT (-32007)',
    literal: {
      code: -32007,
      message: 'Timeout',
      data: {
        mcp_error_code: 'TIMEOUT',
        details: 'REST call to device timed out after 5.0 seconds',
        device_id: 'dev-lab-01',
        timeout_seconds: 5.0,
        operation: 'GET /rest/system/resource',
      },
    },
    fault: () =>
      routeros.TIMEOUT({
        device_id: 'dev-lab-01',
        timeout_seconds: 5,
        operation: 'GET /rest/system/resource',
      }),
  },
];

function caught(raise: () => never): Fault {
  try {
    return raise();
  } catch (thrown) {
    return thrown as Fault;
  }
}

describe('the error examples of seeds 000 and 001, general MCP codes', () => {
  it.each(examples)('produces the payload of "$heading" field for field', ({ literal, fault }) => {
    expect(onTheWire(fault())).toMatchObject(literal);
  });
});
