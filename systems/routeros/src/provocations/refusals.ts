import type { Cell, Provocation } from '@errata/prove';
import { assertWorked, type RouterosWorld } from './world.js';

type Provoke = Provocation<RouterosWorld>;

const needsTokens = ({ transport }: Cell): string | undefined =>
  transport === 'stdio' ? 'stdio has one user and no bearer tokens' : undefined;

/** −32001…−32005, −32021…−32031: what the service refuses by its own rules. */
export const REFUSALS: readonly Provoke[] = [
  {
    reason: 'UNAUTHORIZED',
    variant: 'no token',
    cause: 'A request without a bearer token',
    surface: 'rpc',
    impossible: needsTokens,
    example: {
      message: 'Unauthorized',
      data: { mcp_error_code: 'UNAUTHORIZED', details: 'No valid authentication found' },
    },
    provoke: async (world) => (await world.outside()).callTool('registry/list'),
  },
  {
    reason: 'UNAUTHORIZED',
    variant: 'expired',
    cause: 'A request with a token that has expired',
    surface: 'rpc',
    impossible: needsTokens,
    async provoke(world) {
      const token = await world.token({ role: 'admin', expiresIn: -60 });
      return (await world.outside(token)).callTool('registry/list');
    },
  },
  {
    reason: 'FORBIDDEN',
    variant: 'role',
    cause: 'A user with the role read_only calls an advanced tool',
    impossible: needsTokens,
    example: {
      message: 'Forbidden',
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: "Tool tier 'advanced' exceeds user role 'read_only'",
        user_role: 'read_only',
        tool_tier: 'advanced',
        tool_name: 'dns/flush-cache',
        recovery_strategy: 'user_action_required',
      },
    },
    async provoke(world) {
      const reader = await world.as({ role: 'read_only' });
      return reader.callTool('dns/flush-cache', { device_id: 'dev-open-01' });
    },
  },
  {
    reason: 'FORBIDDEN',
    variant: 'scope',
    cause: 'The device is none of those that the token names',
    fields: ['device_id', 'next_steps'],
    impossible: needsTokens,
    async provoke(world) {
      const limited = await world.as({ role: 'ops_rw', devices: ['dev-lab-01'] });
      return limited.callTool('system/get-overview', { device_id: 'dev-open-01' });
    },
  },
  {
    reason: 'FORBIDDEN',
    variant: 'environment',
    cause: 'The device stands in prod, and the service works in lab',
    fields: ['next_steps'],
    example: {
      message: 'Forbidden: environment mismatch',
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: "Device environment 'prod' does not match service environment 'lab'",
        device_id: 'dev-prod-01',
        device_environment: 'prod',
        service_environment: 'lab',
      },
    },
    provoke: ({ admin }) => admin.callTool('system/get-overview', { device_id: 'dev-prod-01' }),
  },
  {
    reason: 'FORBIDDEN',
    variant: 'flag',
    cause: 'Nobody has allowed advanced writes on the device',
    example: {
      message: 'Forbidden: advanced tier requires allow_advanced_writes flag',
      data: {
        mcp_error_code: 'FORBIDDEN',
        details: "Device 'dev-lab-01' does not allow advanced writes",
        device_id: 'dev-lab-01',
        tool_tier: 'advanced',
        required_flag: 'allow_advanced_writes',
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
    },
    provoke: ({ admin }) => admin.callTool('dns/flush-cache', { device_id: 'dev-lab-01' }),
  },
  {
    reason: 'NOT_FOUND',
    variant: 'device',
    cause: 'No device with this id is registered',
    example: {
      message: 'Device Not Found',
      data: {
        mcp_error_code: 'NOT_FOUND',
        details:
          "Device '<device>' not found in registry. Available devices: <some>. Use registry/list to see all devices, or registry/add to add a new device.",
        device_id: '<device>',
        resource_type: 'device',
        available_device_count: '<count>',
        suggestions: [
          'Use registry/list to see all available devices',
          'Check device_id spelling and try again',
          "Use registry/add to add '<device>' to the registry",
        ],
      },
    },
    provoke: ({ admin }) => admin.callTool('system/get-overview', { device_id: 'dev-unknown' }),
  },
  {
    reason: 'NOT_FOUND',
    variant: 'plan',
    cause: 'No plan with this id was ever made',
    example: {
      message: 'Not Found',
      data: {
        mcp_error_code: 'NOT_FOUND',
        details: "Plan '<plan>' not found",
        plan_id: '<plan>',
        resource_type: 'plan',
      },
    },
    provoke: ({ admin }) => admin.callTool('plan/get', { plan_id: 'plan-abc123abc123' }),
  },
  {
    reason: 'NOT_FOUND',
    variant: 'resource',
    cause: 'The URI of a resource names a device that is not registered',
    surface: 'rpc',
    // The specification wants the URI alone on 2026-07-28.
    example: (era) => ({
      message: 'Device Not Found',
      data: {
        uri: 'device://<device>/overview',
        ...(era !== '2026-07-28' && {
          mcp_error_code: 'NOT_FOUND',
          device_id: '<device>',
          resource_type: 'device',
        }),
      },
    }),
    provoke: ({ admin }) =>
      admin.request('resources/read', { uri: 'device://dev-unknown/overview' }),
  },
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
    cause: 'One argument is no IP address',
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
    cause: 'The address to remove is the one that the device is managed by',
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
    cause: 'The address list is not one of those that start with mcp-',
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
    cause: 'A plan is applied that nobody approved',
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
    cause: 'A plan of a service whose plans live for one second is applied after two',
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
