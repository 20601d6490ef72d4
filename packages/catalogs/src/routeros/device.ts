import { defineFailures } from '@errata/core/internal';
import { DEFAULT_RETRY_AFTER } from './strategy.js';
import { DEVICE_ERROR_TEMPLATES, fillTemplate } from './templates.js';

const { DEVICE_UNREACHABLE, DEVICE_AUTH_FAILED, DEVICE_ERROR } = DEVICE_ERROR_TEMPLATES;

/** The codes −32010…−32019: talking to the device. A failure of a device always names the device. */
export const devicePart = defineFailures({
  DEVICE_UNREACHABLE: {
    code: -32010,
    title: 'Device Unreachable',
    name: 'Device error',
    category: 'device',
    condition: 'unreachable',
    when: 'Cannot establish connection to RouterOS device',
    context: {
      device_id: 'string',
      management_address: 'string?',
      error_type: 'string?',
      routeros_error: 'string?',
      timeout_seconds: 'number?',
      retry_after: 'integer?',
    },
    details: (c) =>
      c.management_address === undefined
        ? `Cannot connect to device '${c.device_id}'`
        : fillTemplate(DEVICE_UNREACHABLE.message_template, c),
    recovery: { strategy: 'retry_with_backoff', retryAfter: DEFAULT_RETRY_AFTER },
    suggestions: (c) =>
      DEVICE_UNREACHABLE.suggestions.map((text) =>
        fillTemplate(text, { retry_after: c.retry_after ?? DEFAULT_RETRY_AFTER }),
      ),
    // The connection was never there.
    effect: 'none',
    http: 502,
  },
  DEVICE_AUTH_FAILED: {
    code: -32011,
    title: 'Device Authentication Failed',
    name: 'Device error',
    category: 'device',
    condition: 'upstream-auth',
    when: 'RouterOS device rejected credentials',
    context: { device_id: 'string', credential_kind: 'string?' },
    details: (c) => fillTemplate(DEVICE_AUTH_FAILED.message_template, c),
    // Only a person can bring other credentials; trying again may lock the account.
    recovery: 'user_action_required',
    suggestions: DEVICE_AUTH_FAILED.suggestions,
    http: 502,
  },
  DEVICE_ERROR: {
    code: -32012,
    title: 'Device Error',
    name: 'Device error',
    category: 'device',
    condition: 'upstream-error',
    when: 'RouterOS device returned an error',
    context: {
      device_id: 'string',
      routeros_error: 'string?',
      error_summary: 'string?',
      operation: 'string?',
      http_status: { type: 'integer?', description: 'What the device answered: decides recovery' },
      expected: { type: 'string?', description: 'What an accepted change should have made' },
      actual: { type: 'string?', description: 'What the device shows instead' },
    },
    details: (c) => {
      const error_summary = c.error_summary ?? c.routeros_error ?? 'Device returned error';
      return fillTemplate(DEVICE_ERROR.message_template, { ...c, error_summary });
    },
    // By cause: a rejected value can be corrected, a failing device cannot. Where the cause is unknown, do not repeat.
    recovery: {
      strategy: (c) => (isRejection(c.http_status) ? 'fix_and_retry' : 'report_and_abort'),
    },
    retryable: false,
    suggestions: DEVICE_ERROR.suggestions,
    // A device that refused did nothing; one that failed may have got half-way.
    effect: (c) => (isRejection(c.http_status) ? 'none' : 'unknown'),
    http: 502,
  },
  DEVICE_UNSUPPORTED: {
    code: -32013,
    title: 'Device Unsupported',
    name: 'Device error',
    category: 'device',
    condition: 'unsupported',
    when: 'Device does not support requested operation',
    context: {
      device_id: 'string',
      routeros_version: 'string?',
      required_version: 'string?',
      tool: 'string?',
    },
    details: (c) =>
      c.required_version === undefined
        ? 'Operation not supported by device'
        : 'RouterOS version too old for this operation',
    // No other argument and no waiting helps; an upgrade of the device is an administrator's decision.
    recovery: 'report_and_abort',
    http: 501,
  },
});

/** Whether a status of the device says that it refused the request, rather than that it failed. */
function isRejection(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}
