import { describe, expect, it } from 'vitest';
import { routeros } from './index.js';
import { cut, elapsed, inSeconds } from './wording.js';

describe('the wording of details', () => {
  it('writes seconds with a decimal, as the seed does', () => {
    expect([5, 2.5, 0.25].map(inSeconds)).toEqual(['5.0 seconds', '2.5 seconds', '0.25 seconds']);
  });

  it.each([
    ['2024-01-15T12:00:00Z', '2024-01-15T14:00:00Z', '2 hours'],
    ['2024-01-15T12:00:00Z', '2024-01-15T13:30:00Z', '1 hour'],
    ['2024-01-15T12:00:00Z', '2024-01-18T12:00:00Z', '3 days'],
    ['2024-01-15T12:00:00Z', '2024-01-15T12:01:30Z', '1 minute'],
    ['2024-01-15T12:00:00Z', '2024-01-15T12:00:05Z', '5 seconds'],
    ['2024-01-15T12:00:00Z', '2024-01-15T11:00:00Z', undefined],
    ['yesterday', '2024-01-15T11:00:00Z', undefined],
  ])('from %s to %s it is %s', (then, now, expected) => {
    expect(elapsed(then, now)).toBe(expected);
  });

  it('cuts at 100 characters and never through a surrogate pair', () => {
    expect(cut('x'.repeat(100))).toHaveLength(100);
    expect(cut('x'.repeat(101))).toBe('x'.repeat(100));
    expect(cut(`x${'😀'.repeat(100)}`)).toBe(`x${'😀'.repeat(99)}`);
  });

  const device_id = 'dev-lab-01';

  it.each([
    [routeros.METHOD_NOT_FOUND({ tool: 'system/nope' }), "Unknown tool 'system/nope'"],
    [routeros.METHOD_NOT_FOUND({ method: 'nope' }), "Unknown method 'nope'"],
    [routeros.INVALID_PARAMS(), 'Invalid method parameters'],
    [routeros.INVALID_PARAMS({ field: 'name' }), "Invalid value for field 'name'"],
    [routeros.INTERNAL_ERROR(), 'Unexpected server error'],
    [routeros.FORBIDDEN(), 'User lacks permission for operation'],
    [routeros.FORBIDDEN({ device_id }), "Operation not allowed on device 'dev-lab-01'"],
    [
      routeros.FORBIDDEN({ tool_tier: 'professional', user_role: 'operator' }),
      "Tool tier 'professional' exceeds user role 'operator'",
    ],
    [routeros.NOT_FOUND(), 'Requested resource does not exist'],
    [
      routeros.NOT_FOUND({ uri: 'device://x', resource_type: 'resource' }),
      "Resource 'device://x' not found",
    ],
    [
      routeros.VALIDATION_ERROR({ errors: [{ field: 'port', message: 'Too big' }] }),
      'port: Too big',
    ],
    [
      routeros.VALIDATION_ERROR({ field: 'port', value: '70000' }),
      "Invalid value for field 'port': 70000",
    ],
    [routeros.RATE_LIMITED({ limit: '9 per minute', current_count: 10 }), 'Too many requests'],
    [routeros.TIMEOUT({ timeout_seconds: 30 }), 'Operation timed out after 30.0 seconds'],
    [routeros.DEVICE_UNREACHABLE({ device_id }), "Cannot connect to device 'dev-lab-01'"],
    [routeros.DEVICE_AUTH_FAILED({ device_id }), "Authentication failed for device 'dev-lab-01'"],
    [
      routeros.DEVICE_ERROR({ device_id }),
      "RouterOS error on device 'dev-lab-01': Device returned error",
    ],
    [
      routeros.DEVICE_ERROR({ device_id, routeros_error: 'e'.repeat(300) }),
      `RouterOS error on device 'dev-lab-01': ${'e'.repeat(100)}`,
    ],
    [
      routeros.DEVICE_ERROR({ device_id, error_summary: 'no such item' }),
      "RouterOS error on device 'dev-lab-01': no such item",
    ],
    [routeros.DEVICE_UNSUPPORTED({ device_id }), 'Operation not supported by device'],
    [
      routeros.INVALID_CONFIGURATION({ device_id, interface_status: 'disabled' }),
      'Invalid configuration state: interface is disabled',
    ],
    [
      routeros.UNSAFE_OPERATION({ device_id, reason: 'Loop', safety_rule: 'PROTECT_LOOP' }),
      'Operation blocked by safety rules: Loop',
    ],
  ])('makes details of the context alone: %s', (fault, details) => {
    expect(fault.details).toBe(details);
  });
});
