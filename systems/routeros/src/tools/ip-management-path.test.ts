import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFarDevice, type FarDevice } from '../../lab/testing/devices.js';
import { startLab, type Lab } from '../../lab/testing/start-lab.js';
import type { Router } from '../device/fleet.js';
import { addAddress, removeAddress } from './ip-changes.js';

const MENU = '/ip/address';
const DEVICE = '127.0.0.5';
const device_id = 'dev-far';

let lab: Lab;
let far: FarDevice;
let router: Router;

beforeEach(async () => {
  lab = await startLab();
  far = await startFarDevice(lab.services.registry, DEVICE);
  router = lab.services.fleet.connect(far.device);
  // Managed through an address of the device alone, such as a loopback.
  await router.remove(MENU, idOf(`${DEVICE}/8`));
  far.router.state.add(MENU, { address: `${DEVICE}/32`, interface: 'bridge' });
});
afterEach(async () => {
  await far.close();
  await lab.close();
});

const rows = () => far.router.state.rows(MENU);
const idOf = (address: string) => rows().find((row) => row['address'] === address)!['.id']!;

describe('the addresses of a device', () => {
  it.each(['127.0.0.2/30', '127.0.0.1/32', '127.0.0.6/29', '0.0.0.1/1'])(
    'do not get %s, whose network has an end of the management connection',
    async (address) => {
      const before = rows();
      for (const dry_run of [true, false]) {
        const args = { device_id, address, interface: 'ether3', dry_run };
        const fault = await lab.fail(addAddress, args);
        expect(fault).toMatchObject({
          reason: 'UNSAFE_OPERATION',
          details: `Cannot add ${address}: its network has the address of this service or the management address of the device`,
          context: { device_id, interface: 'ether3', safety_rule: 'PROTECT_MANAGEMENT_PATH' },
          effect: 'none',
        });
      }
      expect(rows()).toEqual(before);
    },
  );

  it('are in conflict where the very network is there already', async () => {
    const address = `${DEVICE}/32`;
    const fault = await lab.fail(addAddress, { device_id, address, interface: 'ether3' });
    expect(fault.reason).toBe('CONFLICT');
  });

  it('get a network beside them', async () => {
    const args = { device_id, address: '127.0.0.9/30', interface: 'ether3' };
    expect((await lab.call(addAddress, args)).facts).toMatchObject({ changed: true });
  });

  it('keep the one that the gateway towards the service is reached through', async () => {
    const fault = await lab.fail(removeAddress, { device_id, address_id: idOf('10.10.2.1/24') });
    expect(fault).toMatchObject({
      reason: 'UNSAFE_OPERATION',
      details:
        'Cannot remove 10.10.2.1/24: the way from the device to this service goes through it',
      context: { interface: 'ether2', safety_rule: 'PROTECT_MANAGEMENT_PATH' },
    });
    const { facts } = await lab.call(removeAddress, {
      device_id,
      address_id: idOf('10.10.0.1/24'),
    });
    expect(facts).toMatchObject({ changed: true });
  });

  it('keep the one on the interface that the route to the service names', async () => {
    far.router.state.add('/ip/route', { 'dst-address': '127.0.0.0/16', gateway: 'bridge' });
    const bridge = { device_id, address_id: idOf('10.10.0.1/24') };
    expect((await lab.fail(removeAddress, bridge)).reason).toBe('UNSAFE_OPERATION');
    // The way goes through the more specific route now.
    const uplink = { device_id, address_id: idOf('10.10.2.1/24') };
    expect((await lab.call(removeAddress, uplink)).facts).toMatchObject({ changed: true });
  });

  it('keep the network that the service is in', async () => {
    far.router.state.add(MENU, { address: '127.0.0.3/30', interface: 'ether3' });
    const args = { device_id, address_id: idOf('127.0.0.3/30') };
    expect((await lab.fail(removeAddress, args)).context).toMatchObject({
      safety_rule: 'PROTECT_MANAGEMENT_PATH',
    });
    const uplink = { device_id, address_id: idOf('10.10.2.1/24') };
    expect((await lab.call(removeAddress, uplink)).facts).toMatchObject({ changed: true });
  });
});
