import type { Row } from '../device/fleet.js';
import type { Cidr } from './addresses.js';
import { directionsTo, type Direction } from './firewall-rules.js';
import type { ManagementConnection } from './management-connection.js';
import { holds, parseSpan } from './span.js';

/** What is known of the firewall around a rule. */
export interface Firewall {
  /** All rules of the filter; needed for chains that others jump to. */
  readonly rules?: readonly Row[];
  /** The entries of address lists by name. Of a list that is not here, nobody knows what it holds. */
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
  // The device resolves names again and again: nobody knows what they stand for next.
  return spans.includes(undefined) || addresses.some(isListed);
}

function parseMatcher(text: string): { readonly negated: boolean; readonly value: string } {
  return text.startsWith('!')
    ? { negated: true, value: text.slice(1) }
    : { negated: false, value: text };
}
