import { parseAddress } from '../device/management-address.js';
import type { Device } from '../registry/device.js';
import { parseCidr, type Cidr } from './addresses.js';
import { managementHosts, unmapped } from './management-hosts.js';
import { ownAddressTowards } from './own-address.js';

/** The connection that this service manages a device through. */
export interface ManagementConnection {
  readonly device: readonly Cidr[];
  /** Where the service itself is, as far as its own machine knows; empty where that knows no way to the device. */
  readonly service: readonly Cidr[];
  readonly port: number;
}

/** Both ends of the connection to a device. Nothing is sent to it. */
export async function managementConnection(device: Device): Promise<ManagementConnection> {
  const hosts = await managementHosts(device);
  const own = await Promise.all(hosts.map(ownAddressTowards));
  return {
    device: cidrsOf(hosts),
    service: cidrsOf(new Set(own.flatMap((address) => address ?? []))),
    port: parseAddress(device.management_address).port,
  };
}

function cidrsOf(addresses: Iterable<string>): readonly Cidr[] {
  return [...addresses].flatMap((address) => {
    const cidr = parseCidr(address);
    return cidr === undefined ? [] : [unmapped(cidr)];
  });
}
