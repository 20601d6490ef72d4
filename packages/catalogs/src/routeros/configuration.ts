import { defineFailures } from '@errata/core/internal';

/** The codes −32020…−32029: the state of a device, and what its safety rules forbid. */
export const configurationPart = defineFailures({
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
