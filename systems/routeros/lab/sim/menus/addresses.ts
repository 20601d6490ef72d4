import { addressWithPrefix, flag, text } from '../fields.js';
import { type WriteLog, type Menu, type SimRow, Table } from '../table.js';
import { badRequest, noMatch } from '../trap.js';
import { parsePrefix } from '../values.js';
import type { Interfaces, Site } from './interfaces.js';

const hostOf = (row: SimRow): string => (row['address'] ?? '').split('/')[0] ?? '';

/** `/ip/address`. */
export function createAddresses(site: Site, interfaces: Interfaces): Table {
  const managed = parsePrefix(site.host) === undefined ? '127.0.0.1' : site.host;
  const length = managed.startsWith('127.') ? 8 : 24;
  return new Table({
    path: '/ip/address',
    noun: 'address',
    journal: site.journal,
    protectsDynamic: true,
    fields: { address: addressWithPrefix, interface: text, disabled: flag, comment: text },
    required: ['address', 'interface'],
    defaults: { disabled: 'false', dynamic: 'false' },
    rows: [
      { address: `${managed}/${length}`, interface: 'ether1', comment: 'management' },
      { address: `${site.lan(0, 1)}/24`, interface: 'bridge', comment: 'LAN' },
      { address: `${site.lan(2, 1)}/24`, interface: 'ether2', comment: 'uplink' },
      { address: `${site.lan(5, 20)}/24`, interface: 'ether5', dynamic: 'true' },
    ],
    check: (row, others) => {
      if (interfaces.find(row['interface'] ?? '') === undefined) throw noMatch('interface');
      for (const other of others) {
        if (hostOf(other) === hostOf(row)) throw badRequest('failure: already have such address');
      }
    },
    show: (row) => {
      const port = interfaces.find(row['interface'] ?? '');
      return {
        ...row,
        'actual-interface': interfaces.carrier(row['interface'] ?? ''),
        invalid: String(port === undefined || port['disabled'] === 'true'),
        network: parsePrefix(row['address'] ?? '')?.network ?? '',
        slave: port?.['slave'] ?? 'false',
      };
    },
  });
}

/** As many lines as RouterOS keeps in memory by default. */
const KEPT_LINES = 1000;

interface Log extends Menu {
  readonly write: WriteLog;
  /** Add that many lines of daily life, and keep them all. */
  fill(lines: number): void;
}

const DAILY = [
  ['dhcp,info', 'defconf assigned 10.0.0.20 for 48:A9:8A:00:00:20 laptop'],
  ['interface,info', 'ether4 link up (speed 1G, full duplex)'],
  ['system,info,account', 'user admin logged in from 10.0.0.20 via winbox'],
  [
    'firewall,info',
    'input: in:ether2 out:(unknown 0), proto TCP (SYN), 203.0.113.9:4431->10.0.2.1:22',
  ],
  ['dns,warning', 'cache full, not storing'],
] as const;

/** `/log`: what happened on the device, oldest first. */
export function createLog(now: () => number): Log {
  let rows: SimRow[] = [];
  let kept = KEPT_LINES;
  let lastId = 0;
  const write: WriteLog = (topics, message) => {
    const id = `*${(++lastId).toString(16).toUpperCase()}`;
    const time = new Date(now()).toISOString().slice(0, 19).replace('T', ' ');
    rows.push({ '.id': id, time, topics, message });
    if (rows.length > kept * 2) rows = rows.slice(-kept);
  };
  return {
    path: '/log',
    kind: 'list',
    rows: () => rows.slice(-kept),
    write,
    fill: (lines) => {
      kept += lines;
      for (let at = 0; at < lines; at++) {
        const [topics, message] = DAILY[at % DAILY.length] ?? DAILY[0];
        write(topics, message);
      }
    },
  };
}
