import type { Cell, Provocation } from '@errata/prove';
import type { RouterosWorld } from './world.js';

type Provoke = Provocation<RouterosWorld>;

const needsTokens = ({ transport }: Cell): string | undefined =>
  transport === 'stdio' ? 'stdio has one user and no bearer tokens' : undefined;

/** −32001…−32003: what a caller may not do, or not see. */
export const ACCESS_REFUSALS: readonly Provoke[] = [
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
    cause: 'The token does not name the device',
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
    cause: 'The device is in prod, and the service works in lab',
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
    cause: 'Advanced writes are not allowed on the device',
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
    cause: 'No plan has this id',
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
];
