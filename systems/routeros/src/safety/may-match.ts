import type { Router, Row } from '../device/fleet.js';
import { type Cidr, contains, holds, parseCidr, parseSpan } from './addresses.js';
import { type ManagementConnection, managementConnection } from './management-connection.js';

const REFUSING = new Set(['drop', 'reject', 'tarpit']);
// What ends here does not come to a rule further down that refuses it; a jump may lead to such an end.
const LETTING = new Set(['accept', 'jump', 'return', 'fasttrack-connection']);

/** Where the packets of the management connection enter the filter: those to the device, and its answers. */
const DIRECTIONS = ['input', 'output'] as const;

type Direction = (typeof DIRECTIONS)[number];

/** Whether a rule refuses what it matches. */
export function isRefusing(rule: Row): boolean {
  return isEnabled(rule) && REFUSING.has(rule['action'] ?? '');
}

/** Whether a rule keeps what it matches from being refused further down. RouterOS accepts where no action is named. */
export function isLetting(rule: Row): boolean {
  return isEnabled(rule) && LETTING.has(rule['action'] ?? 'accept');
}

/** From where packets can come into a chain: it is a built-in one, or some rule jumps to it. */
export function directionsTo(chain: string, rules: readonly Row[]): readonly Direction[] {
  return DIRECTIONS.filter((direction) => reachable(direction, rules).has(chain));
}

function reachable(from: string, rules: readonly Row[]): ReadonlySet<string> {
  const found = new Set([from]);
  // A set gives what is added to it while it is walked through, so each chain is looked at once.
  for (const chain of found) {
    for (const rule of rules) {
      const target = rule['jump-target'];
      if (rule['chain'] === chain && rule['action'] === 'jump' && target && isEnabled(rule)) {
        found.add(target);
      }
    }
  }
  return found;
}

function isEnabled(rule: Row): boolean {
  return rule['disabled'] !== 'true';
}

/** What is known of the firewall around a rule. */
interface Firewall {
  /** All rules of the filter; needed for chains that others jump to. */
  readonly rules?: readonly Row[];
  /** The entries of address lists by name. The entries of any other list are unknown. */
  readonly lists?: ReadonlyMap<string, readonly Row[]>;
}

interface Ends {
  readonly from: readonly Cidr[];
  readonly to: readonly Cidr[];
  /** The ports that packets are sent to, from and to. */
  readonly ports: readonly [number, number];
}

/** Whether a rule can match packets of the management connection. Whatever is not understood can. */
export function mayMatch(
  rule: Row,
  connection: ManagementConnection,
  { rules = [], lists = new Map() }: Firewall = {},
): boolean {
  return directionsTo(rule['chain'] ?? '', rules).some((direction) => {
    const { from, to, ports } = endsOf(connection, direction);
    return (
      isTcp(rule['protocol']) &&
      coversAny(rule['src-address'], from) &&
      coversAny(rule['dst-address'], to) &&
      reachesPort(rule['dst-port'], ports) &&
      listsAny(rule['src-address-list'], from, lists) &&
      listsAny(rule['dst-address-list'], to, lists)
    );
  });
}

// Systems, and routers that translate addresses, take any of these for the side of the service.
const ANY_PORT = [1024, 65_535] as const;

function endsOf({ device, service, port }: ManagementConnection, direction: Direction): Ends {
  return direction === 'input'
    ? { from: service, to: device, ports: [port, port] }
    : { from: device, to: service, ports: ANY_PORT };
}

function isTcp(protocol = ''): boolean {
  const { negated, value } = parseMatcher(protocol);
  return value === '' || ['tcp', '6'].includes(value) !== negated;
}

function coversAny(matcher = '', addresses: readonly Cidr[]): boolean {
  const { negated, value } = parseMatcher(matcher);
  const span = parseSpan(value);
  if (span === undefined || addresses.length === 0) return true;
  return addresses.some((address) => holds(span, address) !== negated);
}

function reachesPort(matcher = '', [first, last]: Ends['ports']): boolean {
  return matcher.split(',').some((part) => {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(part.trim()) ?? [];
    return from === undefined || (Number(from) <= last && Number(to) >= first);
  });
}

function listsAny(
  matcher = '',
  addresses: readonly Cidr[],
  lists: NonNullable<Firewall['lists']>,
): boolean {
  const { negated, value } = parseMatcher(matcher);
  const entries = lists.get(value)?.filter((entry) => entry['disabled'] !== 'true');
  if (value === '' || entries === undefined || addresses.length === 0) return true;
  const spans = entries.map((entry) => parseSpan(entry['address'] ?? ''));
  const isListed = (address: Cidr) =>
    spans.some((span) => span !== undefined && holds(span, address));
  if (negated) return addresses.some((address) => !isListed(address));
  // The device resolves names again and again: their addresses are unknown.
  return spans.includes(undefined) || addresses.some(isListed);
}

function parseMatcher(text: string): { readonly negated: boolean; readonly value: string } {
  return text.startsWith('!')
    ? { negated: true, value: text.slice(1) }
    : { negated: false, value: text };
}

const MEMBERS = 'dst-address,gateway,immediate-gw,active,inactive,disabled,connect';

/**
 * What a device sends its answers to this service through, where the service is in none of its own networks: the next hops of the most
 * specific routes to it, as the device has them now.
 */
export async function wayToService(router: Router) {
  const { service } = await managementConnection(router.device);
  const hops: string[] = [];
  for (const address of service) {
    const menu = address.family === 4 ? '/ip/route' : '/ipv6/route';
    const routes = await router.list(menu, { '.proplist': MEMBERS });
    hops.push(...mostSpecific(routes.filter(isInUse), address).flatMap(hopsOf));
  }
  return {
    gateways: hops.flatMap((hop) => parseCidr(hop) ?? []),
    /** Of routes that name an interface in place of a gateway. */
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
  const gateways = [route['gateway'], route['immediate-gw']].flatMap(
    (hops) => hops?.split(',') ?? [],
  );
  return gateways.flatMap((hop) => hop.trim().split('%')[0] || []);
}
