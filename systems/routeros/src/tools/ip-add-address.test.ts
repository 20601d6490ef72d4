import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { addAddress } from './ip-changes.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab());

const rows = () => lab.router.state.rows('/ip/address');
const wrote = () => lab.router.requests.some(({ method }) => method !== 'GET');

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
