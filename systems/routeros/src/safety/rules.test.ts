import { isFault, type Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { DEVICE_DEFAULTS, type Device } from '../registry/device.js';
import { parseCidr } from './addresses.js';
import {
  protectDefaultRoute,
  protectDynamic,
  protectManagementPath,
  requireMcpList,
  SAFETY_RULES,
} from './rules.js';

const at = (management_address: string): Device => ({
  ...DEVICE_DEFAULTS,
  id: 'dev-lab-01',
  name: 'lab-router-01',
  management_address,
  routeros_version: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});
const device = at('192.168.1.1:443');

async function refusal(attempt: () => unknown): Promise<Fault | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (thrown) {
    if (isFault(thrown)) return thrown;
    throw thrown;
  }
}

const touch = (managed: string, network: string) =>
  refusal(() => protectManagementPath(at(managed), { networks: [parseCidr(network)!] }));

describe('protectManagementPath', () => {
  it('says what the contract says', async () => {
    const fault = await refusal(() =>
      protectManagementPath(device, {
        networks: [parseCidr('192.168.1.1/24')!],
        interface: 'ether1',
        details: 'Cannot modify management interface IP address',
      }),
    );
    expect(fault).toMatchObject({
      reason: 'UNSAFE_OPERATION',
      code: -32021,
      details: 'Cannot modify management interface IP address',
      effect: 'none',
      context: {
        device_id: 'dev-lab-01',
        interface: 'ether1',
        reason: 'Management interface protection',
        safety_rule: 'PROTECT_MANAGEMENT_PATH',
      },
    });
  });

  it.each([
    ['192.168.1.1:443', '192.168.1.0/24', true],
    ['192.168.1.1:443', '192.168.1.1/32', true],
    ['127.0.0.5:443', '127.0.0.5/32', true],
    ['127.0.0.5:443', '127.0.0.1/32', true],
    ['127.0.0.5:443', '127.0.0.0/30', true],
    ['127.0.0.5:443', '127.0.0.2/32', false],
    ['127.0.0.5:443', '192.0.2.0/24', false],
    ['[2001:db8::1]:443', '2001:db8::/64', true],
    ['[2001:db8::1]:443', '192.0.2.0/24', false],
    ['[::ffff:192.168.1.1]:443', '192.168.1.0/24', true],
    ['localhost:443', '127.0.0.0/8', true],
  ])('managed at %s, a change of %s is refused: %s', async (managed, network, refused) => {
    expect((await touch(managed, network)) !== undefined).toBe(refused);
  });

  it('touches nothing where the name of the device has no address', async () => {
    // Longer than a label may be: it is refused without asking any server.
    const managed = `${'x'.repeat(64)}.lan:443`;
    const fault = await touch(managed, '10.0.0.0/24');
    expect(fault).toMatchObject({ reason: 'DEVICE_UNREACHABLE', effect: 'none' });
    expect(fault?.context).toMatchObject({ management_address: managed });
  });
});

describe('requireMcpList', () => {
  it('lets lists of this service pass', () => {
    expect(() => requireMcpList(device, 'mcp-blocked')).not.toThrow();
  });

  it.each(['blocked', 'mcp-', 'MCP-x', ' mcp-x', 'x-mcp-y', ''])('refuses %j', async (list) => {
    const fault = await refusal(() => requireMcpList(device, list));
    expect(fault?.context).toMatchObject({ safety_rule: 'MCP_LISTS_ONLY' });
  });

  it('does not repeat control characters or more than 100 characters of a name', async () => {
    const fault = await refusal(() => requireMcpList(device, `a\n\u202e${'b'.repeat(500)}`));
    expect(fault?.details).toMatch(/^[\x20-\x7e…]{1,200}$/);
  });
});

describe('protectDefaultRoute and protectDynamic', () => {
  it.each(['0.0.0.0/0', '::/0', '10.1.2.3/0', '0.0.0.0/1', '128.0.0.0/7', '2000::/3'])(
    'refuses %s',
    async (dst) => {
      const fault = await refusal(() => protectDefaultRoute(device, dst));
      expect(fault?.context).toMatchObject({ safety_rule: 'PROTECT_DEFAULT_ROUTE' });
    },
  );

  it('lets other routes pass', () => {
    expect(() => protectDefaultRoute(device, '10.0.0.0/8')).not.toThrow();
    expect(() => protectDefaultRoute(device, parseCidr('2000::/8')!)).not.toThrow();
  });

  it('refuses rows that the device made itself, and only those', async () => {
    const fault = await refusal(() =>
      protectDynamic(device, { dynamic: 'true', interface: 'ether5' }, 'IP address 10.0.0.1/24'),
    );
    expect(fault?.context).toMatchObject({ safety_rule: 'PROTECT_DYNAMIC', interface: 'ether5' });
    expect(() => protectDynamic(device, { dynamic: 'false' }, 'it')).not.toThrow();
  });
});

describe('SAFETY_RULES', () => {
  it('are named once each, in a sentence', () => {
    const rules = Object.values(SAFETY_RULES);
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
    for (const { sentence } of rules) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});
