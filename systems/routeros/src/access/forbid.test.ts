import { routerosContract } from '@errata/catalogs/routeros';
import { type Fault, createView } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { forbidEnvironment, forbidFlag, forbidRole, forbidScope } from './permissions.js';

const view = createView({ era: '2025-11-25' });

/** The error object as a client gets it. */
const wireOf = (fault: Fault) => {
  // The ref is not in the documents.
  const { ref: _, ...data } = routerosContract.data(fault, view) as Record<string, unknown>;
  return {
    code: routerosContract.number(fault, '2025-11-25'),
    message: routerosContract.message(fault, view),
    data,
  };
};

const USER_ACTION = {
  recovery_strategy: 'user_action_required',
  suggestion: 'User intervention required. Check permissions or configuration and try again.',
};

describe('a flag that is off', () => {
  it('reads as in the documents', () => {
    const fault = forbidFlag(
      { id: 'dev-lab-01' },
      { flag: 'allow_advanced_writes', tier: 'advanced', serviceEnvironment: 'lab' },
    );
    expect(wireOf(fault)).toEqual({
      code: -32002,
      message: 'Forbidden: advanced tier requires allow_advanced_writes flag',
      data: {
        mcp_error_code: 'FORBIDDEN',
        effect: 'none',
        details: "Device 'dev-lab-01' does not allow advanced writes",
        device_id: 'dev-lab-01',
        required_flag: 'allow_advanced_writes',
        tool_tier: 'advanced',
        recovery_strategy: 'user_action_required',
        suggestion:
          "Enable advanced operations by setting device flag 'allow_advanced_writes=true', or use a different device.",
        next_steps: [
          'Use registry/update to enable allow_advanced_writes flag',
          'Use registry/list with environment filter to find devices with advanced tier enabled',
          'Contact administrator to enable advanced tier for this device',
        ],
        alternatives: [
          {
            tool: 'registry/list',
            description: 'List devices with advanced tier enabled',
            arguments: { environment: 'lab', filter: 'allow_advanced_writes=true' },
          },
        ],
      },
    });
  });

  it.each([
    ['professional', 'allow_professional_workflows', 'does not allow professional workflows'],
    ['professional', 'allow_firewall_writes', 'does not allow firewall writes'],
    ['professional', 'allow_routing_writes', 'does not allow routing writes'],
  ] as const)('of the tier %s: %s', (tier, flag, details) => {
    const fault = forbidFlag({ id: 'dev-1' }, { flag, tier, serviceEnvironment: 'staging' });
    expect(wireOf(fault)).toMatchObject({
      message: `Forbidden: ${tier} tier requires ${flag} flag`,
      data: {
        details: `Device 'dev-1' ${details}`,
        required_flag: flag,
        tool_tier: tier,
        alternatives: [{ arguments: { environment: 'staging', filter: `${flag}=true` } }],
      },
    });
  });
});

describe('a device of another environment', () => {
  it('reads as in the documents, with what can be done', () => {
    const fault = forbidEnvironment({ id: 'dev-prod-01', environment: 'prod' }, 'lab');
    expect(wireOf(fault)).toEqual({
      code: -32002,
      message: 'Forbidden: environment mismatch',
      data: {
        mcp_error_code: 'FORBIDDEN',
        effect: 'none',
        details: "Device environment 'prod' does not match service environment 'lab'",
        device_id: 'dev-prod-01',
        device_environment: 'prod',
        service_environment: 'lab',
        ...USER_ACTION,
        next_steps: [
          "Use registry/list with environment 'lab' to find devices that this service may work on",
          "Work on device 'dev-prod-01' through the service of environment 'prod'",
        ],
      },
    });
  });
});

describe('a tool that the role does not open', () => {
  it('names its tier', () => {
    const tool = { name: 'dns/update-servers', tier: 'advanced' } as const;
    expect(wireOf(forbidRole({ role: 'read_only' }, tool))).toEqual({
      code: -32002,
      message: 'Forbidden',
      data: {
        mcp_error_code: 'FORBIDDEN',
        effect: 'none',
        details: "Tool tier 'advanced' exceeds user role 'read_only'",
        user_role: 'read_only',
        tool_tier: 'advanced',
        tool_name: 'dns/update-servers',
        ...USER_ACTION,
        next_steps: [
          "Use a tool that your role 'read_only' may call, of the tiers: fundamental",
          'Ask a user with one of these roles to do it: ops_rw, admin',
        ],
      },
    });
  });

  it('names the roles of the tool', () => {
    const tool = {
      name: 'plan/approve',
      tier: 'professional',
      roles: ['approver', 'admin'],
    } as const;
    expect(wireOf(forbidRole({ role: 'ops_rw' }, tool)).data).toMatchObject({
      details: "Tool 'plan/approve' is for the roles approver, admin, not for user role 'ops_rw'",
      next_steps: [
        "Use a tool that your role 'ops_rw' may call, of the tiers: fundamental, advanced",
        'Ask a user with one of these roles to do it: approver, admin',
      ],
    });
  });

  it('reads well for an approver, who has no tier', () => {
    const tool = { name: 'system/get-overview', tier: 'fundamental' } as const;
    expect(wireOf(forbidRole({ role: 'approver' }, tool)).data).toMatchObject({
      user_role: 'approver',
      next_steps: [
        "Use only tools that name your role 'approver', such as plan/list",
        'Ask a user with one of these roles to do it: read_only, ops_rw, admin',
      ],
    });
  });
});

describe('a device that is not in the scope', () => {
  it('says nothing of the device itself', () => {
    expect(wireOf(forbidScope('dev-9', { name: 'ip/get-address' }))).toEqual({
      code: -32002,
      message: 'Forbidden',
      data: {
        mcp_error_code: 'FORBIDDEN',
        effect: 'none',
        details: "Operation not allowed on device 'dev-9': it is outside of your device scope",
        device_id: 'dev-9',
        tool_name: 'ip/get-address',
        ...USER_ACTION,
        next_steps: [
          'Use registry/list to see the devices in your scope',
          "Ask an administrator to add device 'dev-9' to your scope, then sign in again",
        ],
      },
    });
  });
});
