import type { Cell, Provocation } from '@errata/prove';
import { assertWorked, type RouterosWorld } from './world.js';

type Provoke = Provocation<RouterosWorld>;

const needsTokens = ({ transport }: Cell): string | undefined =>
  transport === 'stdio' ? 'stdio has one user and no bearer tokens' : undefined;

const FLAG_FIELDS = ['next_steps', 'alternatives[0].tool', 'alternatives[0].arguments'];

/** −32001…−32005, −32021…−32031: what the service refuses by its own rules. */
export const REFUSALS: readonly Provoke[] = [
  {
    reason: 'UNAUTHORIZED',
    variant: 'no token',
    cause: 'A request without a bearer token',
    surface: 'rpc',
    impossible: needsTokens,
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
    fields: ['user_role', 'tool_tier', 'next_steps'],
    impossible: needsTokens,
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
    fields: ['device_id', 'device_environment', 'service_environment', 'next_steps'],
    provoke: ({ admin }) => admin.callTool('system/get-overview', { device_id: 'dev-prod-01' }),
  },
  {
    reason: 'FORBIDDEN',
    variant: 'flag',
    cause: 'Nobody has allowed advanced writes on the device',
    fields: ['device_id', 'required_flag', 'tool_tier', 'suggestion', ...FLAG_FIELDS],
    provoke: ({ admin }) => admin.callTool('dns/flush-cache', { device_id: 'dev-lab-01' }),
  },
  {
    reason: 'NOT_FOUND',
    variant: 'device',
    cause: 'No device with this id is registered',
    fields: ['device_id', 'resource_type', 'available_device_count', 'suggestions[0]'],
    provoke: ({ admin }) => admin.callTool('system/get-overview', { device_id: 'dev-unknown' }),
  },
  {
    reason: 'NOT_FOUND',
    variant: 'plan',
    cause: 'No plan with this id was ever made',
    fields: ['plan_id', 'resource_type'],
    provoke: ({ admin }) => admin.callTool('plan/get', { plan_id: 'plan-abc123abc123' }),
  },
  {
    reason: 'CONFLICT',
    cause: 'The name belongs to a registered device',
    fields: ['device_name', 'existing_device_id'],
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
    fields: ['field', 'value', 'expected'],
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
    fields: ['errors[0].field', 'errors[0].message', 'errors[1].field', 'errors[1].message'],
    provoke: ({ admin }) => admin.callTool('dns/update-servers', { dns_servers: 'x' }),
  },
  {
    reason: 'UNSAFE_OPERATION',
    variant: 'management',
    cause: 'The address to remove is the one that the device is managed by',
    fields: ['device_id', 'interface', 'reason', 'safety_rule'],
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
    fields: ['plan_id', 'plan_status', 'required_status'],
    async provoke({ admin }) {
      const plan_id = await draft(admin);
      return admin.callTool('plan/apply', { plan_id });
    },
  },
  {
    reason: 'PLAN_EXPIRED',
    cause: 'A plan of a service whose plans live for one second is applied after two',
    fields: ['plan_id', 'created_at', 'expires_at', 'current_time'],
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
