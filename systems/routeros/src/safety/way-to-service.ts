import type { Router, Row } from '../device/fleet.js';
import { contains, parseCidr, type Cidr } from './addresses.js';
import { managementConnection } from './management-connection.js';

/** What a device sends its answers to this service through, where the service is in none of its own networks. */
export interface WayToService {
  readonly gateways: readonly Cidr[];
  /** Of routes that name an interface in place of a gateway. */
  readonly interfaces: readonly string[];
}

const MEMBERS = 'dst-address,gateway,immediate-gw,active,inactive,disabled,connect';

/** The next hops of the most specific routes to this service, as the device has them now. */
export async function wayToService(router: Router): Promise<WayToService> {
  const { service } = await managementConnection(router.device);
  const hops: string[] = [];
  for (const address of service) {
    const menu = address.family === 4 ? '/ip/route' : '/ipv6/route';
    const routes = await router.list(menu, { '.proplist': MEMBERS });
    hops.push(...mostSpecific(routes.filter(isInUse), address).flatMap(hopsOf));
  }
  return {
    gateways: hops.flatMap((hop) => parseCidr(hop) ?? []),
    interfaces: hops.filter((hop) => parseCidr(hop) === undefined),
  };
}

function isInUse(route: Row): boolean {
  if (route['disabled'] === 'true') return false;
  return (route['active'] ?? String(route['inactive'] !== 'true')) === 'true';
}

function mostSpecific(routes: readonly Row[], address: Cidr): readonly Row[] {
  const leading = routes.flatMap((route) => {
    const dst = parseCidr(route['dst-address'] ?? '');
    return dst !== undefined && contains(dst, address) ? [{ route, prefix: dst.prefix }] : [];
  });
  const longest = Math.max(...leading.map(({ prefix }) => prefix));
  return leading.flatMap(({ route, prefix }) => (prefix === longest ? [route] : []));
}

/** `10.0.0.1`, `10.0.0.1%ether1`, `pppoe-out1`, or several of them. The network of a connected route is its own way. */
function hopsOf(route: Row): readonly string[] {
  if (route['connect'] === 'true') return [];
  const told = [route['gateway'], route['immediate-gw']].flatMap((hops) => hops?.split(',') ?? []);
  return told.flatMap((hop) => hop.trim().split('%')[0] || []);
}
