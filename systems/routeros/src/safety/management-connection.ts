import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { routeros } from '@errata/catalogs/routeros';
import { parseAddress } from '../device/management-address.js';
import type { Device } from '../registry/device.js';
import { isAddress, parseCidr, type Cidr } from './addresses.js';

/** The connection that this service manages a device through. */
export interface ManagementConnection {
  readonly device: readonly Cidr[];
  /** Where the service itself is, as far as its own machine knows; empty if that knows no way to the device. */
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

/** The addresses under which this service reaches a device: the literal one, or those of its name. */
async function managementHosts(device: Device): Promise<readonly string[]> {
  const { host } = parseAddress(device.management_address);
  return isAddress(host) ? [host] : resolve(host, device);
}

async function resolve(host: string, device: Device): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (cause) {
    // Without its addresses it is unknown what the connection depends on.
    const { code = 'ENOTFOUND' } = cause as NodeJS.ErrnoException;
    const { id: device_id, management_address } = device;
    throw routeros.DEVICE_UNREACHABLE(
      { device_id, management_address, error_type: code },
      { cause, details: `The name of the management address ${management_address} has no address` },
    );
  }
}

/** `::ffff:192.0.2.1` is IPv4 on the wire. */
function unmapped(cidr: Cidr): Cidr {
  if (cidr.family === 4 || cidr.address >> 32n !== 0xffffn) return cidr;
  return { family: 4, address: cidr.address & 0xffff_ffffn, prefix: 32 };
}

/** The address that this machine uses towards another; nothing is sent. Undefined if there is no way to it. */
async function ownAddressTowards(host: string): Promise<string | undefined> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  try {
    const connected = once(socket, 'connect');
    socket.connect(DISCARD, host);
    await connected;
    return socket.address().address;
  } catch {
    return undefined; // No route or address family: the device cannot be reached either, and the request reports it.
  } finally {
    socket.close();
  }
}

const DISCARD = 9;
