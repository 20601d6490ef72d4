import {
  addressMatch,
  addressOrName,
  duration,
  flag,
  listOf,
  matching,
  oneOf,
  text,
  type ReadArgument,
} from '../fields.js';
import { parsePrefix } from '../values.js';
import { type Menu, OrderedTable, type SimRow, Table } from '../table.js';
import { badRequest } from '../trap.js';
import type { Site } from './interfaces.js';

const FILTER_ACTIONS = [
  'accept',
  'add-dst-to-address-list',
  'add-src-to-address-list',
  'drop',
  'fasttrack-connection',
  'jump',
  'log',
  'passthrough',
  'reject',
  'return',
  'tarpit',
];
const NAT_ACTIONS = [
  'accept',
  'add-dst-to-address-list',
  'add-src-to-address-list',
  'dst-nat',
  'jump',
  'log',
  'masquerade',
  'netmap',
  'passthrough',
  'redirect',
  'return',
  'same',
  'src-nat',
];

const ports = matching(/^!?\d{1,5}(?:-\d{1,5})?(?:,\d{1,5}(?:-\d{1,5})?)*$/);
const WITH_PORTS = ['tcp', 'udp', 'udp-lite', 'dccp', 'sctp', '6', '17'];

const MATCHERS: Readonly<Record<string, ReadArgument>> = {
  chain: matching(/^[\w.-]{1,64}$/),
  'src-address': addressMatch,
  'dst-address': addressMatch,
  'src-address-list': text,
  'dst-address-list': text,
  protocol: matching(/^!?[a-z0-9-]{1,20}$/),
  'src-port': ports,
  'dst-port': ports,
  'in-interface': text,
  'out-interface': text,
  'in-interface-list': text,
  'out-interface-list': text,
  'connection-state': listOf(oneOf('established', 'invalid', 'new', 'related', 'untracked')),
  'connection-nat-state': listOf(matching(/^!?(?:srcnat|dstnat)$/)),
  'connection-mark': text,
  'ipsec-policy': text,
  'src-mac-address': text,
  'tcp-flags': text,
  limit: text,
  'jump-target': text,
  log: flag,
  'log-prefix': text,
  disabled: flag,
  comment: text,
};

function checkRule(row: SimRow): void {
  const matchesPorts = row['src-port'] !== undefined || row['dst-port'] !== undefined;
  if (matchesPorts && !WITH_PORTS.includes(row['protocol'] ?? '')) {
    throw badRequest('failure: ports can be specified if proto is tcp, udp, udp-lite, dccp, sctp');
  }
}

function createRules(site: Site, kind: 'filter' | 'nat', rows: readonly SimRow[]): Menu {
  const seconds = (): number => Math.floor(site.uptime());
  const own: Readonly<Record<string, ReadArgument>> =
    kind === 'filter'
      ? { action: oneOf(...FILTER_ACTIONS), 'reject-with': text }
      : { action: oneOf(...NAT_ACTIONS), 'to-addresses': addressMatch, 'to-ports': ports };
  return new OrderedTable({
    path: `/ip/firewall/${kind}`,
    noun: `${kind} rule`,
    journal: site.journal,
    fields: { ...MATCHERS, ...own },
    required: ['chain'],
    defaults: {
      action: 'accept',
      ...{ disabled: 'false', dynamic: 'false', invalid: 'false', log: 'false' },
    },
    rows,
    check: checkRule,
    show: (row) => {
      const packets = row['disabled'] === 'true' ? 0 : seconds() * 3;
      return { ...row, bytes: String(packets * 84), packets: String(packets) };
    },
  });
}

function createAddressList(site: Site): Menu {
  const created = { 'creation-time': '2024-12-01' };
  return new Table({
    path: '/ip/firewall/address-list',
    noun: 'address list entry',
    journal: site.journal,
    fields: {
      list: matching(/^[^\s"]{1,64}$/),
      address: (value, argument) => {
        const prefix = parsePrefix(value);
        if (prefix === undefined) return addressOrName(value, argument);
        return prefix.length === 32 ? prefix.address : `${prefix.network}/${prefix.length}`;
      },
      timeout: duration,
      disabled: flag,
      comment: text,
    },
    required: ['list', 'address'],
    defaults: { disabled: 'false', dynamic: 'false' },
    rows: [
      { list: 'mcp-blocklist', address: '198.51.100.7', comment: 'scanner', ...created },
      { list: 'office', address: `${site.lan(0, 0)}/24`, ...created },
    ],
    unique: { by: ['list', 'address'], failure: 'already have such entry' },
    // An entry with an end is not kept over a restart, which RouterOS calls dynamic.
    show: (row) => ({
      ...row,
      dynamic: String(row['timeout'] !== undefined),
      'creation-time': row['creation-time'] ?? new Date(site.now()).toISOString().slice(0, 10),
    }),
  });
}

const KNOWN = { 'connection-state': 'established,related' };
const MANAGEMENT = { protocol: 'tcp', 'dst-port': '443', comment: 'management' };

const FILTER: readonly SimRow[] = [
  { chain: 'input', action: 'accept', ...KNOWN, comment: 'known' },
  { chain: 'input', action: 'accept', ...MANAGEMENT },
  { chain: 'input', action: 'drop', 'src-address-list': 'mcp-blocklist', comment: 'blocked' },
  { chain: 'forward', action: 'accept', ...KNOWN },
  { chain: 'forward', action: 'drop', 'connection-state': 'invalid' },
];

const UPLINK = { 'out-interface': 'ether2', comment: 'to the uplink' };

/** The menus under `/ip/firewall`. */
export function createFirewall(site: Site): readonly Menu[] {
  return [
    createRules(site, 'filter', FILTER),
    createRules(site, 'nat', [{ chain: 'srcnat', action: 'masquerade', ...UPLINK }]),
    createAddressList(site),
  ];
}
