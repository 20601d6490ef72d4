import type { Strategy } from '@errata/core';

/** A prepared sentence for a frequent cause. It is a wording of a declared failure, not a failure of its own. */
export interface ErrorTemplate {
  readonly code: number;
  readonly message_template: string;
  readonly recovery: Strategy;
  readonly suggestions?: readonly string[];
  readonly expected?: string;
}

/** The message templates of the document for failures of devices. */
export const DEVICE_ERROR_TEMPLATES = {
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
} as const satisfies Record<string, ErrorTemplate>;

/** The message templates of the document for wrong input. */
export const VALIDATION_ERROR_TEMPLATES = {
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
} as const satisfies Record<string, ErrorTemplate>;

/** All message templates of the document, by name. */
export const ERROR_TEMPLATES = {
  ...DEVICE_ERROR_TEMPLATES,
  ...VALIDATION_ERROR_TEMPLATES,
} as const;

/** The name of a message template. */
export type TemplateName = keyof typeof ERROR_TEMPLATES;
