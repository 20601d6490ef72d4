import { assertWorked, type Provocation } from '@errata/prove';
import type { RouterosWorld } from './world.js';

/** −32004, −32005, −32021…−32031: changes that the service refuses by its own rules. */
export const CHANGE_REFUSALS: readonly Provocation<RouterosWorld>[] = [
  {
    reason: 'CONFLICT',
    cause: 'The name belongs to a registered device',
    example: {
      message: 'Conflict',
      data: {
        mcp_error_code: 'CONFLICT',
        details: "Device with name '<name>' already exists",
        device_name: '<name>',
        existing_device_id: 'dev-lab-01',
      },
    },
    provoke: ({ admin }) =>
      admin.callTool('registry/add', {
        device_id: 'dev-second',
        name: 'dev-lab-01-router',
        management_address: '127.0.0.1:9',
        username: 'admin',
        password: 'never-used-here',
      }),
  },
  {
    reason: 'VALIDATION_ERROR',
    variant: 'one',
    cause: 'One argument is not an IP address',
    example: {
      message: 'Validation Error',
      data: {
        mcp_error_code: 'VALIDATION_ERROR',
        details: 'Invalid IP address: 192.168.1.999/24',
        field: 'address',
        value: '192.168.1.999/24',
        expected: 'Valid IPv4 or IPv6 address (e.g., 192.168.1.1 or 2001:db8::1)<more>',
        errors: [{ field: 'address', message: '<message>' }],
        tool_name: 'ip/add-address',
        tool_tier: 'advanced',
        recovery_strategy: 'fix_and_retry',
        suggestion: "Provide a valid IPv4 or IPv6 address <how> for field 'address'",
      },
    },
    provoke: ({ admin }) =>
      admin.callTool('ip/add-address', {
        device_id: 'dev-open-01',
        address: '192.168.1.999/24',
        interface: 'ether3',
      }),
  },
  {
    reason: 'VALIDATION_ERROR',
    variant: 'many',
    cause: 'One argument is missing and another is of the wrong type',
    example: {
      message: 'Validation Error',
      data: {
        mcp_error_code: 'VALIDATION_ERROR',
        details: 'Multiple validation errors',
        errors: [
          { field: 'device_id', message: 'Required field missing' },
          { field: 'dns_servers', message: 'Must be array of strings' },
        ],
        tool_name: 'dns/update-servers',
        tool_tier: 'advanced',
        suggestion:
          'Fix the input parameters based on the validation errors below, then retry the request.',
      },
    },
    provoke: ({ admin }) => admin.callTool('dns/update-servers', { dns_servers: 'x' }),
  },
  {
    reason: 'UNSAFE_OPERATION',
    variant: 'management',
    cause: 'The address to remove is the management address',
    example: {
      message: 'Unsafe Operation',
      data: {
        mcp_error_code: 'UNSAFE_OPERATION',
        details: 'Cannot modify management interface IP address',
        device_id: 'dev-open-01',
        interface: 'ether1',
        reason: 'Management interface protection',
        safety_rule: 'PROTECT_MANAGEMENT_PATH',
      },
    },
    async provoke({ admin }) {
      const facts = assertWorked(
        await admin.callTool('ip/list-addresses', { device_id: 'dev-open-01' }),
        'listing addresses',
      );
      const items = facts['items'] as readonly { address_id: string; address: string }[];
      const own = items.find(({ address }) => address.startsWith('127.'));
      return admin.callTool('ip/remove-address', {
        device_id: 'dev-open-01',
        address_id: own?.address_id,
      });
    },
  },
  {
    reason: 'UNSAFE_OPERATION',
    variant: 'list',
    cause: 'The name of the address list does not start with mcp-',
    fields: ['device_id', 'reason', 'safety_rule'],
    provoke: ({ admin }) =>
      admin.callTool('firewall/update-address-list', {
        device_id: 'dev-open-01',
        list: 'blocklist',
        add: ['198.51.100.9'],
      }),
  },
  {
    reason: 'PLAN_NOT_APPROVED',
    cause: 'A plan is applied without approval',
    example: {
      message: 'Plan Not Approved',
      data: {
        mcp_error_code: 'PLAN_NOT_APPROVED',
        details: 'Plan requires approval before execution',
        plan_id: '<plan>',
        plan_status: 'draft',
        required_status: 'approved',
      },
    },
    async provoke({ admin }) {
      const plan_id = await draft(admin);
      return admin.callTool('plan/apply', { plan_id });
    },
  },
  {
    reason: 'PLAN_EXPIRED',
    cause: 'A plan is applied after it has expired',
    lane: 'hasty service',
    example: {
      message: 'Plan Expired',
      data: {
        mcp_error_code: 'PLAN_EXPIRED',
        details: 'Plan expired <time> ago',
        plan_id: '<plan>',
        created_at: '<created>',
        expires_at: '<expired>',
        current_time: '<now>',
      },
    },
    async provoke(world) {
      const hasty = await world.serve({ planLife: 1 });
      const plan_id = await draft(hasty);
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return hasty.callTool('plan/apply', { plan_id });
    },
  },
];

async function draft(wire: RouterosWorld['admin']): Promise<string> {
  const facts = assertWorked(
    await wire.callTool('plan/create', {
      kind: 'dns-ntp-rollout',
      description: 'Other name servers',
      device_ids: ['dev-open-01'],
      change: { dns_servers: ['192.0.2.53'] },
    }),
    'drafting a plan',
  );
  return String(facts['plan_id']);
}
