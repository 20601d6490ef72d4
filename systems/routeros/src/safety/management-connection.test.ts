import { describe, expect, it } from 'vitest';
import { DEVICE_DEFAULTS, type Device } from '../registry/device.js';
import { parseCidr } from './addresses.js';
import { managementConnection } from './management-connection.js';

const ends = (management_address: string) =>
  managementConnection({ ...DEVICE_DEFAULTS, management_address } as unknown as Device);

describe('the two ends of the management connection', () => {
  it.each([
    ['127.0.0.1:8443', '127.0.0.1', '127.0.0.1'],
    ['127.0.0.7:8443', '127.0.0.7', '127.0.0.1'],
    ['[::ffff:127.0.0.7]:8443', '127.0.0.7', '127.0.0.1'],
  ])('of %s are %s and %s', async (address, device, service) => {
    expect(await ends(address)).toEqual({
      device: [parseCidr(device)],
      service: [parseCidr(service)],
      port: 8443,
    });
  });

  it('are looked up where the device has a name', async () => {
    const { device, service } = await ends('localhost:8443');
    // Some machines have both families for it, some only one.
    expect(device.length).toBeGreaterThan(0);
    expect(service).toEqual(device);
  });
});
