import type { Row } from '../../device/fleet.js';
import { parseAddress } from '../../device/index.js';
import type { Device } from '../../registry/device.js';
import { contains, managementAddresses, parseCidr, type Cidr } from '../../safety/index.js';
import { ownAddressTowards } from '../own-address.js';

/** The connection that this service manages a device through. */
export interface ManagementConnection {
  readonly device: readonly Cidr[];
  /** Where the service itself is, as the device sees it; empty where nobody knows. */
  readonly service: readonly Cidr[];
  readonly port: number;
}

export async function managementConnection(device: Device): Promise<ManagementConnection> {
  const { host, port } = parseAddress(device.management_address);
  const [addresses, own] = await Promise.all([
    managementAddresses(device),
    ownAddressTowards(host),
  ]);
  const service = own === undefined ? undefined : parseCidr(own);
  return {
    device: addresses,
    service: service === undefined ? [] : [service],
    port,
  };
}

// The ports that systems take for their own side of a connection.
const FIRST_EPHEMERAL = 32_768;
const LAST_PORT = 65_535;

/** Whether a rule of the firewall can match the connection; in doubt it can. `listed`: what the rule's address list holds. */
export function mayMatch(
  rule: Row,
  { device, service, port }: ManagementConnection,
  listed: readonly Cidr[] = [],
): boolean {
  const { chain } = rule;
  if (chain !== 'input' && chain !== 'output') return false;
  const [from, to] = chain === 'input' ? [service, device] : [device, service];
  const ports = chain === 'input' ? [port, port] : [FIRST_EPHEMERAL, LAST_PORT];
  return (
    (rule['protocol'] ?? 'tcp') === 'tcp' &&
    coversAny(rule['src-address'], from) &&
    coversAny(rule['dst-address'], to) &&
    reachesPort(rule['dst-port'], ports[0]!, ports[1]!) &&
    (rule['src-address-list'] === undefined || isListed(listed, from))
  );
}

function coversAny(matcher: string | undefined, addresses: readonly Cidr[]): boolean {
  const network = matcher === undefined ? undefined : parseCidr(matcher);
  // No matcher, or one that is no plain network (`!192.0.2.0/24`, a range): it may be us.
  if (network === undefined || addresses.length === 0) return true;
  return addresses.some((address) => contains(network, address));
}

function reachesPort(matcher: string | undefined, first: number, last: number): boolean {
  if (matcher === undefined) return true;
  return matcher.split(',').some((part) => {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(part.trim()) ?? [];
    return from === undefined || (Number(from) <= last && Number(to) >= first);
  });
}

function isListed(listed: readonly Cidr[], addresses: readonly Cidr[]): boolean {
  if (addresses.length === 0) return true;
  return listed.some((entry) => addresses.some((address) => contains(entry, address)));
}
