import { defineCatalog } from '@errata/core';
import {
  type CatalogInfo,
  defineFailures,
  type Failure,
  joinFailures,
} from '@errata/core/internal';
import {
  cut,
  DEFAULT_RETRY_AFTER,
  elapsed,
  FIELD_ERRORS,
  fillTemplate,
  inSeconds,
  provideValid,
  TOOL_TIERS,
  validationDetails,
} from './wording.js';
import { generalPart } from './general.js';
import { DEVICE_ERROR_TEMPLATES } from './templates.js';

const { DEVICE_UNREACHABLE, DEVICE_AUTH_FAILED, DEVICE_ERROR } = DEVICE_ERROR_TEMPLATES;

/** The codes −32010…−32019: talking to the device. A failure of a device always names the device. */
const devicePart = defineFailures({
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
    // There was no connection.
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
    // Only a person can supply other credentials; another attempt may lock the account.
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
    // A device that refused did nothing; one that failed may have done half of it.
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
    // Neither other arguments nor waiting helps; only an administrator can upgrade the device.
    recovery: 'report_and_abort',
    http: 501,
  },
});

/** Whether a status of the device says that it refused the request, rather than that it failed. */
function isRejection(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

/** The codes −32030…−32039: applying a plan. */
const planPart = defineFailures({
  PLAN_NOT_APPROVED: {
    code: -32030,
    title: 'Plan Not Approved',
    name: 'Plan error',
    category: 'plan',
    condition: 'not-approved',
    when: 'Attempting to apply unapproved plan',
    context: {
      plan_id: 'string',
      plan_status: 'string',
      required_status: { type: 'string?', description: 'Where it is another one than plan_status' },
    },
    details: 'Plan requires approval before execution',
    recovery: 'user_action_required',
    suggestion: 'Ask the user to approve the plan (plan/approve), then apply it again.',
    http: 403,
  },
  PLAN_EXPIRED: {
    code: -32031,
    title: 'Plan Expired',
    name: 'Plan error',
    category: 'plan',
    condition: 'expired',
    when: 'Plan has expired',
    context: {
      plan_id: 'string',
      created_at: 'string',
      expires_at: 'string',
      current_time: 'string',
    },
    details: (c) => {
      const ago = elapsed(c.expires_at, c.current_time);
      return ago === undefined
        ? 'Plan has expired and cannot be applied'
        : `Plan expired ${ago} ago`;
    },
    recovery: 'user_action_required',
    suggestion: 'Create a new plan with plan/create and ask the user to approve it.',
    http: 410,
  },
});

/** The codes −32020…−32029: the state of a device, and what its safety rules forbid. */
const configurationPart = defineFailures({
  INVALID_CONFIGURATION: {
    code: -32020,
    title: 'Invalid Configuration',
    name: 'Configuration error',
    category: 'configuration',
    condition: 'invalid-state',
    when: 'Configuration state is invalid',
    context: { device_id: 'string', interface: 'string?', interface_status: 'string?' },
    details: (c) =>
      c.interface_status === undefined
        ? 'Invalid configuration state'
        : `Invalid configuration state: interface is ${c.interface_status}`,
    recovery: 'report_and_abort',
    http: 409,
  },
  UNSAFE_OPERATION: {
    code: -32021,
    title: 'Unsafe Operation',
    name: 'Configuration error',
    category: 'configuration',
    condition: 'unsafe',
    when: 'Operation blocked by safety rules',
    context: {
      device_id: 'string',
      interface: 'string?',
      reason: 'string',
      safety_rule: 'string',
    },
    details: (c) => `Operation blocked by safety rules: ${c.reason}`,
    recovery: 'report_and_abort',
    http: 403,
  },
});

/** The five codes of JSON-RPC. −32603 has a reason of its own: INTERNAL_ERROR is −32000 in this contract. */
const standardPart = defineFailures({
  PARSE_ERROR: {
    code: -32700,
    title: 'Parse error',
    name: 'Parse error',
    category: 'protocol',
    condition: 'parse-error',
    when: 'Malformed JSON in request body',
    context: { problem: 'string?' },
    details: 'Invalid JSON was received',
    recovery: 'fix_and_retry',
    suggestion: 'Send one complete JSON value in UTF-8',
    http: 400,
  },
  INVALID_REQUEST: {
    code: -32600,
    title: 'Invalid Request',
    name: 'Invalid Request',
    category: 'protocol',
    condition: 'invalid-request',
    when: 'Missing required fields (`jsonrpc`, `id`, `method`)',
    context: { problem: 'string?' },
    details: 'The JSON is not a valid Request object',
    recovery: 'fix_and_retry',
    suggestion: 'Send an object with jsonrpc "2.0", an id and a method',
    http: 400,
  },
  METHOD_NOT_FOUND: {
    code: -32601,
    title: 'Method not found',
    name: 'Method not found',
    category: 'protocol',
    // From 2026-07-28 on an unknown tool is −32602; an unknown method stays −32601.
    condition: (c) => (c.tool === undefined ? 'method-not-found' : 'unknown-tool'),
    when: 'Unknown MCP method or tool name',
    context: { method: 'string?', tool: 'string?' },
    details: (c) => {
      if (c.tool !== undefined) return `Unknown tool '${cut(c.tool)}'`;
      if (c.method !== undefined) return `Unknown method '${cut(c.method)}'`;
      return 'The method does not exist or is not available';
    },
    // A model can choose another tool. The client's code chooses the method, so a retry does not help.
    recovery: {
      strategy: (c) => (c.tool === undefined ? 'report_and_abort' : 'fix_and_retry'),
    },
    retryable: false,
    suggestion: (c) =>
      c.tool === undefined
        ? 'Call a method that the server advertises'
        : 'Use tools/list to see all available tools',
    http: 404,
  },
  INVALID_PARAMS: {
    code: -32602,
    title: 'Invalid params',
    name: 'Invalid params',
    category: 'protocol',
    condition: 'invalid-params',
    when: 'Missing required params, wrong types, validation errors',
    context: {
      mcp_error_code: {
        type: 'string?',
        description: 'A narrower word than INVALID_PARAMS, sent in its place',
      },
      device_id: 'string?',
      field: 'string?',
      value: 'string?',
      expected: 'string?',
      problem: 'string?',
      errors: FIELD_ERRORS,
    },
    details: (c) => validationDetails(c) ?? 'Invalid method parameters',
    recovery: 'fix_and_retry',
    http: 400,
  },
  INTERNAL_JSONRPC_ERROR: {
    code: -32603,
    title: 'Internal error',
    name: 'Internal error',
    category: 'protocol',
    condition: 'internal',
    when: 'Unexpected server errors, crashes',
    details: 'Internal JSON-RPC error',
    recovery: 'report_and_abort',
    effect: 'unknown',
    http: 500,
  },
});

/** The codes −32004…−32007: conflicts, validation, rate and time. */
const requestPart = defineFailures({
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
    // The caller can take another name or use the existing one, without help.
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
    // The code that enforces a limit throws this. Another service's 429 is not our client's fault and does not fit here.
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
    // Only the answer is missing; the change may have been made.
    effect: 'unknown',
    http: 504,
  },
});

/** The failures of the RouterOS MCP service: the five of JSON-RPC and sixteen of its own. */
export const routeros = defineCatalog(
  'routeros',
  joinFailures(
    joinFailures(standardPart, joinFailures(generalPart, requestPart)),
    joinFailures(devicePart, joinFailures(configurationPart, planPart)),
  ),
  { unexpected: 'INTERNAL_ERROR' },
);

/** The name of a failure of RouterOS MCP. */
export type RouterosReason = Exclude<keyof typeof routeros, keyof CatalogInfo>;

/** The context that a reason takes; of several reasons, any of theirs. */
export type RouterosContext<R extends RouterosReason> = R extends RouterosReason
  ? (typeof routeros)[R] extends Failure<infer C>
    ? C
    : never
  : never;
