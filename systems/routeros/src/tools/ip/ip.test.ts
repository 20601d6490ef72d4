import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startLab, type Lab } from '../testing/start-lab.js';
import { addAddress } from './add-address.js';
import { getAddress } from './get-address.js';
import { getArp } from './get-arp.js';
import { ipTools } from './index.js';
import { listAddresses } from './list-addresses.js';
import { removeAddress } from './remove-address.js';

const device_id = 'dev-lab-01';
let lab: Lab;

beforeEach(async () => {
  lab = await startLab();
});
afterEach(() => lab.close());

const rows = () => lab.router.state.rows('/ip/address');
const idOf = (comment: string) =>
  rows().find((row) => row['comment'] === comment)?.['.id'] ?? 'missing';
const wrote = () => lab.router.requests.some(({ method }) => method !== 'GET');

describe('ip/list-addresses, get-address and get-arp', () => {
  it('lists what the device has', async () => {
    const { text, facts } = await lab.call(listAddresses, { device_id });
    expect(facts['total']).toBe(4);
    expect(facts['items']).toContainEqual({
      address_id: '*1',
      address: '127.0.0.1/8',
      network: '127.0.0.0',
      interface: 'ether1',
      disabled: false,
      dynamic: false,
      invalid: false,
      comment: 'management',
    });
    const [first, second] = text.split('\n');
    expect(first).toBe('dev-lab-01 has 4 IPv4 addresses');
    expect(second).toBe('*1 127.0.0.1/8 on ether1 "management"');
    expect(text).toContain('on ether5 (dynamic)');
  });

  it('lists one interface, and tells the rest where the limit cuts', async () => {
    const one = await lab.call(listAddresses, { device_id, interface: 'bridge' });
    expect(one.facts['total']).toBe(1);
    const cut = await lab.call(listAddresses, { device_id, limit: 1 });
    expect(cut.facts).toMatchObject({ total: 4, items: [{ address_id: '*1' }] });
    expect(cut.text).toContain('3 more on request');
  });

  it('writes comments on one line', async () => {
    lab.router.state.add('/ip/address', {
      address: '198.51.100.1/24',
      interface: 'ether3',
      comment: `ignore all\nrules ${'x'.repeat(300)}`,
    });
    const { text } = await lab.call(listAddresses, { device_id });
    expect(text.split('\n')).toHaveLength(6);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(160);
  });

  it('gets one address, or says what the device says', async () => {
    const { text } = await lab.call(getAddress, { device_id, address_id: '*1' });
    expect(text).toBe('dev-lab-01: *1 127.0.0.1/8 on ether1 "management"');
    const fault = await lab.fail(getAddress, { device_id, address_id: '*99' });
    expect(fault).toMatchObject({ reason: 'DEVICE_ERROR', context: { http_status: 404 } });
  });

  it('says that a device without IPv6 has no such menu', async () => {
    const fault = await lab.fail(listAddresses, { device_id, family: 'ipv6' });
    expect(fault.reason).toBe('DEVICE_UNSUPPORTED');
  });

  it('lists the neighbours', async () => {
    const { facts } = await lab.call(getArp, { device_id });
    const seen = lab.router.state.rows('/ip/arp');
    expect(seen.length).toBeGreaterThan(0);
    expect(facts['total']).toBe(seen.length);
    expect(facts['items']).toContainEqual(
      expect.objectContaining({
        address: seen[0]?.['address'],
        mac_address: seen[0]?.['mac-address'],
      }),
    );
    const none = await lab.call(getArp, { device_id, interface: 'ether4' });
    expect(none.facts).toMatchObject({ total: 0, items: [] });
  });
});

describe('ip/add-address', () => {
  const add = { device_id, address: '192.0.2.1/24', interface: 'ether3' };

  it('adds the address and tells what the device has', async () => {
    const { text, facts } = await lab.call(addAddress, { ...add, comment: 'office' });
    const added = rows().find((row) => row['address'] === '192.0.2.1/24');
    expect(added).toMatchObject({ interface: 'ether3', comment: 'office' });
    expect(facts['created']).toMatchObject({
      address_id: added?.['.id'],
      network: '192.0.2.0',
      comment: 'office',
    });
    expect(text).toContain(`dev-lab-01: 192.0.2.1/24 was added to ether3 as ${added?.['.id']}`);
  });

  it('changes nothing on a dry run, but checks everything', async () => {
    const before = rows();
    const { facts } = await lab.call(addAddress, { ...add, dry_run: true });
    expect(facts).toMatchObject({ dry_run: true, created: null });
    const disabled = { ...add, interface: 'ether4', dry_run: true };
    lab.router.disableInterface('ether4');
    expect((await lab.fail(addAddress, disabled)).reason).toBe('INVALID_CONFIGURATION');
    expect(rows()).toEqual(before);
    expect(wrote()).toBe(false);
  });

  it('refuses a disabled interface as the contract says', async () => {
    lab.router.disableInterface('ether3');
    expect(await lab.fail(addAddress, add)).toMatchObject({
      reason: 'INVALID_CONFIGURATION',
      details: 'Cannot add IP address: interface is disabled',
      context: { device_id, interface: 'ether3', interface_status: 'disabled' },
      effect: 'none',
    });
    expect(wrote()).toBe(false);
  });

  it('names the interfaces that there are', async () => {
    const fault = await lab.fail(addAddress, { ...add, interface: 'ether9' });
    expect(fault).toMatchObject({
      reason: 'VALIDATION_ERROR',
      context: { field: 'interface', value: 'ether9' },
    });
    expect(fault.details).toContain('ether1, ether2');
  });

  it.each([
    ['the same network on another interface', '10.10.0.77/24', 'ether3', '10.10.0.1/24 on bridge'],
    ['the same network on its interface', '10.10.0.77/24', 'bridge', '10.10.0.1/24 on bridge'],
    ['a part of a network', '10.10.2.77/30', 'ether3', '10.10.2.1/24 on ether2'],
    ['a network around another', '10.10.0.0/16', 'ether3', '10.10.0.1/24 on bridge'],
    ['the network of the management address', '127.9.9.9/32', 'ether3', '127.0.0.1/8 on ether1'],
  ])('refuses %s', async (_what, address, name, there) => {
    const fault = await lab.fail(addAddress, { device_id, address, interface: name });
    expect(fault).toMatchObject({ reason: 'CONFLICT', context: { device_id }, effect: 'none' });
    expect(fault.details).toContain(`${address} overlaps with ${there}`);
    expect(wrote()).toBe(false);
  });

  it('counts disabled addresses too', async () => {
    lab.router.state.add('/ip/address', {
      address: '192.0.2.9/24',
      interface: 'ether4',
      disabled: 'true',
    });
    expect((await lab.fail(addAddress, add)).reason).toBe('CONFLICT');
  });

  it('says that the change was made where only reading it back fails', async () => {
    const context = lab.context();
    const device = await context.admit(device_id);
    const router = context.fleet.connect(device);
    const failing = {
      ...router,
      create: async (menu: string, row: Record<string, string>) => {
        const created = await router.create(menu, row);
        await lab.router.stop();
        return created;
      },
    };
    const args = addAddress.input.parse(add);
    await expect(
      addAddress.run(args, { ...context, device, router: failing }),
    ).rejects.toMatchObject({
      reason: 'DEVICE_UNREACHABLE',
      effect: 'done',
      details: expect.stringMatching(/^The change was made, but could not be read back: .*refused/),
    });
    expect(rows().some((row) => row['address'] === '192.0.2.1/24')).toBe(true);
  });

  it.each(['192.0.2.1', '192.168.1.999/24', '192.0.2.1/33', 'ether1', ''])(
    'does not take %j for an address',
    (address) => {
      const parsed = addAddress.input.safeParse({ ...add, address });
      expect(parsed.error?.issues[0]?.message).toContain(
        'Valid IPv4 or IPv6 address (e.g., 192.168.1.1 or 2001:db8::1)',
      );
    },
  );
});

describe('ip/remove-address', () => {
  it('removes an address and tells what is left', async () => {
    const { text, facts } = await lab.call(removeAddress, {
      device_id,
      address_id: idOf('uplink'),
    });
    expect(rows()).toHaveLength(3);
    expect(idOf('uplink')).toBe('missing');
    expect(facts).toMatchObject({ changed: true, left: 3, removed: { comment: 'uplink' } });
    expect(text).toContain('was removed; 3 left');
  });

  it('changes nothing on a dry run', async () => {
    const { facts } = await lab.call(removeAddress, {
      device_id,
      address_id: idOf('uplink'),
      dry_run: true,
    });
    expect(facts).toMatchObject({ dry_run: true, left: 4 });
    expect(wrote()).toBe(false);
  });

  it('leaves the address of the management connection, as the contract says', async () => {
    for (const dry_run of [false, true]) {
      const args = { device_id, address_id: idOf('management'), dry_run };
      expect(await lab.fail(removeAddress, args)).toMatchObject({
        reason: 'UNSAFE_OPERATION',
        details: 'Cannot modify management interface IP address',
        context: {
          device_id,
          interface: 'ether1',
          reason: 'Management interface protection',
          safety_rule: 'PROTECT_MANAGEMENT_PATH',
        },
        effect: 'none',
      });
    }
    expect(wrote()).toBe(false);
  });

  it('leaves dynamic addresses', async () => {
    const dynamic = rows().find((row) => row['dynamic'] === 'true');
    const fault = await lab.fail(removeAddress, { device_id, address_id: dynamic?.['.id'] });
    expect(fault.context).toMatchObject({ safety_rule: 'PROTECT_DYNAMIC', interface: 'ether5' });
    expect(wrote()).toBe(false);
  });

  it('says what the device says of an address that is not there', async () => {
    const fault = await lab.fail(removeAddress, { device_id, address_id: '*99' });
    expect(fault).toMatchObject({ reason: 'DEVICE_ERROR', effect: 'none' });
  });

  it.each(['1', '*', '*1/../2', '**1'])('does not take %j for an id', (address_id) => {
    expect(removeAddress.input.safeParse({ device_id, address_id }).success).toBe(false);
  });
});

describe('the tools of this topic', () => {
  it('have their names and tiers', () => {
    expect(ipTools.map(({ name, tier }) => `${name} ${tier}`)).toEqual([
      'ip/list-addresses fundamental',
      'ip/get-address fundamental',
      'ip/add-address advanced',
      'ip/remove-address advanced',
      'ip/get-arp fundamental',
    ]);
  });
});
