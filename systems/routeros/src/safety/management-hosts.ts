import { lookup } from 'node:dns/promises';
import { routeros } from '@errata/catalogs/routeros';
import { parseAddress } from '../device/management-address.js';
import type { Device } from '../registry/device.js';
import { isAddress, type Cidr } from './addresses.js';

/** The addresses under which this service reaches a device: the literal one, or what its name stands for. */
export async function managementHosts(device: Device): Promise<readonly string[]> {
  const { host } = parseAddress(device.management_address);
  return isAddress(host) ? [host] : resolve(host, device);
}

async function resolve(host: string, device: Device): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (cause) {
    // Without its addresses nobody can tell what the connection depends on.
    const { code = 'ENOTFOUND' } = cause as NodeJS.ErrnoException;
    const { id: device_id, management_address } = device;
    throw routeros.DEVICE_UNREACHABLE(
      { device_id, management_address, error_type: code },
      { cause, details: `The name of the management address ${management_address} has no address` },
    );
  }
}

/** `::ffff:192.0.2.1` is IPv4 on the wire. */
export function unmapped(cidr: Cidr): Cidr {
  if (cidr.family === 4 || cidr.address >> 32n !== 0xffffn) return cidr;
  return { family: 4, address: cidr.address & 0xffff_ffffn, prefix: 32 };
}
