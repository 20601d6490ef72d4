import { defineFailures } from '@errata/core/internal';
import { cut, TOOL_TIERS } from './wording.js';

/** The codes −32000…−32003: the service itself, who may reach what, and whether it is there. */
export const generalPart = defineFailures({
  INTERNAL_ERROR: {
    code: -32000,
    title: 'Server error',
    name: 'Server error',
    category: 'general',
    condition: 'unexpected',
    when: 'Unexpected server error',
    context: { tool_name: 'string?', error_type: 'string?' },
    details: (c) =>
      c.error_type === undefined ? 'Unexpected server error' : `Unexpected error: ${c.error_type}`,
    recovery: 'report_and_abort',
    effect: 'unknown',
    http: 500,
  },
  UNAUTHORIZED: {
    code: -32001,
    title: 'Unauthorized',
    name: 'Authorization error',
    category: 'general',
    condition: 'unauthorized',
    when: 'Missing or invalid credentials/tokens',
    details: 'No valid authentication found',
    // The same call fails again until the user signs in or renews the token.
    recovery: 'user_action_required',
    suggestion: 'Sign in or renew the token, then call again.',
    http: 401,
  },
  FORBIDDEN: {
    code: -32002,
    title: 'Forbidden',
    name: 'Forbidden',
    category: 'general',
    condition: 'forbidden',
    when: 'User/device lacks permission for operation',
    context: {
      device_id: 'string?',
      tool_tier: { type: 'string?', values: TOOL_TIERS },
      required_flag: {
        type: 'string?',
        description: 'The device flag by its real name, such as allow_advanced_writes',
      },
      device_environment: 'string?',
      service_environment: 'string?',
      user_role: { type: 'string?', description: 'The role that the tier of the tool exceeds' },
      tool_name: 'string?',
    },
    details: (c) => {
      if (c.device_environment !== undefined && c.service_environment !== undefined) {
        return `Device environment '${c.device_environment}' does not match service environment '${c.service_environment}'`;
      }
      if (c.user_role !== undefined && c.tool_tier !== undefined) {
        return `Tool tier '${c.tool_tier}' exceeds user role '${c.user_role}'`;
      }
      if (c.device_id === undefined) return 'User lacks permission for operation';
      return c.tool_tier === undefined
        ? `Operation not allowed on device '${c.device_id}'`
        : `Device '${c.device_id}' does not allow ${c.tool_tier} tier operations`;
    },
    recovery: 'user_action_required',
    suggestion: (c) =>
      c.tool_tier === undefined || c.required_flag === undefined
        ? undefined
        : `Enable ${c.tool_tier} operations by setting device flag '${c.required_flag}=true', or use a different device.`,
    nextSteps: (c) =>
      c.tool_tier === undefined || c.required_flag === undefined
        ? []
        : [
            `Use registry/update to enable ${c.required_flag} flag`,
            `Use registry/list with environment filter to find devices with ${c.tool_tier} tier enabled`,
            `Contact administrator to enable ${c.tool_tier} tier for this device`,
          ],
    alternatives: (c) =>
      c.tool_tier === undefined || c.required_flag === undefined
        ? []
        : [devicesWithTier(c.tool_tier, c.required_flag, c.service_environment)],
    http: 403,
  },
  NOT_FOUND: {
    code: -32003,
    title: 'Not Found',
    name: 'Not found',
    category: 'general',
    // From 2026-07-28 on what resources/read or prompts/get cannot find is −32602; a device or plan that a tool cannot find is this domain's own.
    condition: (c) => {
      if (c.uri !== undefined || c.resource_type === 'resource') return 'resource-not-found';
      return c.resource_type === 'prompt' ? 'prompt-not-found' : 'not-found';
    },
    when: 'Requested resource does not exist',
    context: {
      device_id: 'string?',
      plan_id: 'string?',
      uri: 'string?',
      resource_type: {
        type: 'string?',
        description: 'device, plan, or resource and prompt of MCP itself',
      },
      available_device_count: 'integer?',
    },
    details: (c) => {
      if (c.device_id !== undefined) return `Device '${cut(c.device_id)}' not found in registry`;
      if (c.plan_id !== undefined) return `Plan '${cut(c.plan_id)}' not found`;
      if (c.uri !== undefined) return `Resource '${cut(c.uri)}' not found`;
      return 'Requested resource does not exist';
    },
    // The caller named something that is not there, and can look up what is.
    recovery: 'fix_and_retry',
    suggestions: (c) => (c.device_id === undefined ? [] : deviceNotFoundSuggestions(c.device_id)),
    http: 404,
  },
});

/** The call that lists devices on which a tier is enabled. */
export function devicesWithTier(tier: string, flag: string, environment?: string) {
  return {
    tool: 'registry/list',
    description: `List devices with ${tier} tier enabled`,
    arguments: { ...(environment !== undefined && { environment }), filter: `${flag}=true` },
  };
}

export function deviceNotFoundSuggestions(deviceId: string): readonly string[] {
  return [
    'Use registry/list to see all available devices',
    'Check device_id spelling and try again',
    `Use registry/add to add '${cut(deviceId)}' to the registry`,
  ];
}
