import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFarDevice, type FarDevice } from '../../lab/testing/devices.js';
import { startLab, type Lab } from '../../lab/testing/start-lab.js';
import type { Router } from '../device/fleet.js';
import { updateAddressList } from './update-address-list.js';

const FILTER = '/ip/firewall/filter';
const LISTS = '/ip/firewall/address-list';
const SERVICE = '127.0.0.1';
const DEVICE = '127.0.0.5';

let lab: Lab;
let far: FarDevice;
let router: Router;

beforeEach(async () => {
  lab = await startLab();
  far = await startFarDevice(lab.services.registry, DEVICE);
  router = lab.services.fleet.connect(far.device);
});
afterEach(async () => {
  await far.close();
  await lab.close();
});

const update = (args: object) => ({ device_id: 'dev-far', ...args });
const rule = (row: Record<string, string>) => far.router.state.add(FILTER, row);
const entry = (list: string, address: string) => far.router.state.add(LISTS, { list, address });
const writes = () => far.router.requests.filter(({ method }) => method !== 'GET');

async function expectRefused(args: object, details: string): Promise<void> {
  for (const dry_run of [true, false]) {
    const fault = await lab.fail(updateAddressList, update({ ...args, dry_run }));
    expect([fault.reason, fault.details]).toEqual(['UNSAFE_OPERATION', details]);
    expect(fault.context).toMatchObject({ safety_rule: 'PROTECT_MANAGEMENT_PATH' });
  }
  expect(writes()).toEqual([]);
}

describe('an address list', () => {
  it.each([SERVICE, '127.0.0.0/30', DEVICE, '0.0.0.0/0'])(
    'does not get %s where a rule drops what is in it',
    (address) =>
      expectRefused(
        { list: 'mcp-blocklist', add: ['203.0.113.9', address] },
        `Cannot add ${address} to address list 'mcp-blocklist': a rule with action drop is for what is in it, and the management connection would be cut`,
      ),
  );

  it('gets neighbours of the service and of the device', async () => {
    const add = ['127.0.0.2', '127.0.0.4', '127.0.0.6'];
    const { facts } = await lab.call(updateAddressList, update({ list: 'mcp-blocklist', add }));
    expect(facts).toMatchObject({ added: add });
  });

  it.each(['drop', 'reject', 'tarpit'])('counts for a rule with action %s', (action) => {
    rule({ chain: 'input', action, 'src-address-list': 'mcp-new' });
    return expectRefused(
      { list: 'mcp-new', add: [SERVICE] },
      `Cannot add 127.0.0.1 to address list 'mcp-new': a rule with action ${action} is for what is in it, and the management connection would be cut`,
    );
  });

  it('does not lose the service where a rule accepts what is in it, in front of a drop', async () => {
    rule({ chain: 'input', action: 'accept', 'src-address-list': 'mcp-admins' });
    entry('mcp-admins', SERVICE);
    entry('mcp-admins', '203.0.113.9');
    const args = { list: 'mcp-admins', remove: [SERVICE] };
    const allowed = await lab.call(updateAddressList, update({ ...args, dry_run: true }));
    expect(allowed.facts).toMatchObject({ removed: [SERVICE] });
    rule({ chain: 'input', action: 'drop' });
    await expectRefused(
      args,
      "Cannot remove 127.0.0.1 from address list 'mcp-admins': a rule with action accept is for what is in it, and the management connection would be cut",
    );
    await lab.call(updateAddressList, update({ list: 'mcp-admins', remove: ['203.0.113.9'] }));
  });

  it('does not lose the service where a rule jumps for what is in it', async () => {
    rule({
      chain: 'input',
      action: 'jump',
      'jump-target': 'mgmt',
      'src-address-list': 'mcp-admins',
    });
    rule({ chain: 'mgmt', action: 'accept' });
    rule({ chain: 'input', action: 'drop' });
    entry('mcp-admins', '127.0.0.0/24');
    await expectRefused(
      { list: 'mcp-admins', remove: ['127.0.0.0/24'] },
      "Cannot remove 127.0.0.0/24 from address list 'mcp-admins': a rule with action jump is for what is in it, and the management connection would be cut",
    );
  });

  it('does not lose the service where a rule in a chain of its own accepts it', async () => {
    rule({ chain: 'input', action: 'jump', 'jump-target': 'mgmt' });
    rule({ chain: 'mgmt', action: 'accept', 'src-address-list': 'mcp-admins' });
    rule({ chain: 'mgmt', action: 'drop' });
    entry('mcp-admins', SERVICE);
    await expectRefused(
      { list: 'mcp-admins', remove: [SERVICE] },
      "Cannot remove 127.0.0.1 from address list 'mcp-admins': a rule with action accept is for what is in it, and the management connection would be cut",
    );
  });

  it('does not get the service where a rule accepts what is not in it', async () => {
    rule({ chain: 'input', action: 'accept', 'src-address-list': '!mcp-guests' });
    rule({ chain: 'input', action: 'drop' });
    await expectRefused(
      { list: 'mcp-guests', add: [SERVICE] },
      "Cannot add 127.0.0.1 to address list 'mcp-guests': a rule with action accept is for what is not in it, and the management connection would be cut",
    );
  });

  it('does not lose the service where a rule drops what is not in it', async () => {
    rule({ chain: 'input', action: 'drop', 'src-address-list': '!mcp-allowed' });
    entry('mcp-allowed', SERVICE);
    await expectRefused(
      { list: 'mcp-allowed', remove: [SERVICE] },
      "Cannot remove 127.0.0.1 from address list 'mcp-allowed': a rule with action drop is for what is not in it, and the management connection would be cut",
    );
  });

  it('does not get the service where a rule in front of the filter drops what is in it', async () => {
    const drops = { chain: 'prerouting', action: 'drop', 'src-address-list': 'mcp-raw' };
    const list: Router['list'] = async (menu, query) =>
      menu === '/ip/firewall/raw' ? [drops] : router.list(menu, query);
    const context = { ...lab.context(), device: far.device, router: { ...router, list } };
    const args = (add: string) =>
      updateAddressList.input.parse(update({ list: 'mcp-raw', add: [add] }));
    await expect(updateAddressList.run(args(SERVICE), context)).rejects.toMatchObject({
      reason: 'UNSAFE_OPERATION',
    });
    expect(writes()).toEqual([]);
    await updateAddressList.run(args('192.0.2.1'), context);
    expect(writes()).toHaveLength(1);
  });

  it('is free where its rules are disabled', async () => {
    rule({ chain: 'input', action: 'drop', 'src-address-list': 'mcp-off', disabled: 'true' });
    await lab.call(updateAddressList, update({ list: 'mcp-off', add: [SERVICE] }));
    expect((await router.list(LISTS, { list: 'mcp-off' })).map((row) => row['address'])).toEqual([
      SERVICE,
    ]);
  });
});
