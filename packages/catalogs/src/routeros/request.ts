import { defineFailures } from '@errata/core/internal';
import { FIELD_ERRORS, provideValid, validationDetails } from './field-errors.js';
import { DEFAULT_RETRY_AFTER } from './strategy.js';
import { TOOL_TIERS } from './tool-tier.js';
import { inSeconds } from './wording.js';

/** The codes −32004…−32007: what a request runs into. */
export const requestPart = defineFailures({
  CONFLICT: {
    code: -32004,
    title: 'Conflict',
    name: 'Conflict',
    category: 'general',
    condition: 'conflict',
    when: 'Resource already exists or state conflict',
    context: {
      device_name: 'string?',
      existing_device_id: 'string?',
      device_id: 'string?',
      plan_id: 'string?',
      plan_status: 'string?',
    },
    details: (c) =>
      c.device_name === undefined
        ? 'Resource already exists or state conflict'
        : `Device with name '${c.device_name}' already exists`,
    // The caller can take another name or work with what exists: nobody else is needed.
    recovery: 'fix_and_retry',
    suggestion: (c) =>
      c.existing_device_id === undefined
        ? undefined
        : `Choose another name, or use the existing device '${c.existing_device_id}'`,
    http: 409,
  },
  VALIDATION_ERROR: {
    code: -32005,
    title: 'Validation Error',
    name: 'Validation error',
    category: 'general',
    condition: 'validation',
    when: 'Input validation failed',
    context: {
      field: 'string?',
      value: 'string?',
      expected: 'string?',
      errors: FIELD_ERRORS,
      tool_name: 'string?',
      tool_tier: { type: 'string?', values: TOOL_TIERS },
    },
    details: (c) => validationDetails(c) ?? 'Input validation failed',
    recovery: 'fix_and_retry',
    suggestion: (c) =>
      c.field === undefined || c.expected === undefined
        ? undefined
        : provideValid(c.field, c.expected),
    http: 400,
  },
  RATE_LIMITED: {
    code: -32006,
    title: 'Rate Limited',
    name: 'Rate limited',
    category: 'general',
    condition: 'rate-limited',
    when: 'Client exceeded rate limit',
    // Whoever enforces a limit knows it. Another service's 429 is not our client's fault and does not fit here.
    context: {
      device_id: 'string?',
      retry_after: 'integer?',
      limit: 'string',
      current_count: 'integer',
    },
    details: (c) =>
      c.device_id === undefined
        ? 'Too many requests'
        : `Too many requests to device '${c.device_id}'`,
    recovery: { strategy: 'retry_with_backoff', retryAfter: DEFAULT_RETRY_AFTER },
    http: 429,
  },
  TIMEOUT: {
    code: -32007,
    title: 'Timeout',
    name: 'Timeout',
    category: 'general',
    condition: 'timeout',
    when: 'Operation exceeded timeout',
    context: {
      device_id: 'string?',
      timeout_seconds: 'number?',
      operation: 'string?',
      tool_name: 'string?',
      retry_after: 'integer?',
    },
    details: (c) => {
      const what = c.device_id === undefined ? 'Operation' : 'REST call to device';
      const after = c.timeout_seconds === undefined ? '' : ` after ${inSeconds(c.timeout_seconds)}`;
      return `${what} timed out${after}`;
    },
    recovery: { strategy: 'retry_with_backoff', retryAfter: DEFAULT_RETRY_AFTER },
    // The answer is missing, not necessarily the change.
    effect: 'unknown',
    http: 504,
  },
});
