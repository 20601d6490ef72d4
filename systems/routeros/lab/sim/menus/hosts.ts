import { flag, ipv4, matching, text } from '../fields.js';
import { type Menu, Table } from '../table.js';
import { noMatch } from '../trap.js';
import type { Interfaces, Site } from './interfaces.js';

const mac = matching(/^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/i);

const HOSTS = [
  { host: 20, name: 'laptop' },
  { host: 21, name: 'printer' },
  { host: 22, name: 'phone' },
] as const;

const hardware = (host: number): string => `DC:2C:6E:00:00:${String(host).padStart(2, '0')}`;

/** `/ip/arp`: who was seen on the wires. */
export function createArp(site: Site, interfaces: Interfaces): Table {
  const seen = (address: string, host: number, port: string) => ({
    ...{ address, 'mac-address': hardware(host), interface: port, dynamic: 'true' },
    ...{ invalid: 'false', published: 'false', DHCP: String(port === 'bridge') },
    status: 'reachable',
  });
  return new Table({
    path: '/ip/arp',
    noun: 'arp',
    journal: site.journal,
    protectsDynamic: true,
    fields: { address: ipv4, 'mac-address': mac, interface: text, disabled: flag, comment: text },
    required: ['address', 'interface'],
    defaults: { dynamic: 'false', disabled: 'false', complete: 'true', status: 'permanent' },
    rows: [
      ...HOSTS.map(({ host }) => seen(site.lan(0, host), host, 'bridge')),
      seen(site.lan(2, 254), 99, 'ether2'),
    ],
    unique: { by: ['address'], failure: 'already have such entry' },
    check: (row) => {
      if (interfaces.find(row['interface'] ?? '') === undefined) throw noMatch('interface');
    },
  });
}

/** `/ip/dhcp-server` and its leases. */
export function createDhcp(site: Site): readonly Menu[] {
  const { journal } = site;
  const server = {
    ...{ name: 'defconf', interface: 'bridge', 'address-pool': 'default-dhcp' },
    ...{ 'lease-time': '30m', disabled: 'false', dynamic: 'false', invalid: 'false' },
  };
  const servers = new Table({
    ...{ path: '/ip/dhcp-server', noun: 'dhcp server', journal, fields: {}, rows: [server] },
  });
  const leases = new Table({
    path: '/ip/dhcp-server/lease',
    noun: 'dhcp lease',
    journal,
    fields: { address: ipv4, 'mac-address': mac, server: text, disabled: flag, comment: text },
    required: ['address'],
    defaults: { disabled: 'false', dynamic: 'false', blocked: 'false', status: 'waiting' },
    rows: HOSTS.map(({ host, name }) => ({
      address: site.lan(0, host),
      'mac-address': hardware(host),
      'client-id': `1:${hardware(host).toLowerCase()}`,
      'address-lists': '',
      server: 'defconf',
      'dhcp-option': '',
      status: 'bound',
      'expires-after': '27m12s',
      'last-seen': '2m48s',
      'active-address': site.lan(0, host),
      'active-mac-address': hardware(host),
      'active-server': 'defconf',
      'host-name': name,
      radius: 'false',
      dynamic: 'true',
    })),
    unique: { by: ['address'], failure: 'already have static lease with this IP address' },
  });
  return [servers.fixed(), leases];
}
