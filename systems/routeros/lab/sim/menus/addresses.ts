import { addressWithPrefix, flag, text } from '../fields.js';
import { parsePrefix } from '../ipv4.js';
import type { Row } from '../menu.js';
import { Table } from '../table.js';
import { badRequest, noMatch } from '../trap.js';
import type { Interfaces } from './interfaces.js';
import type { Site } from './site.js';

const hostOf = (row: Row): string => (row['address'] ?? '').split('/')[0] ?? '';

/** `/ip/address`. */
export function createAddresses(site: Site, interfaces: Interfaces): Table {
  const table = new Table({
    path: '/ip/address',
    noun: 'address',
    journal: site.journal,
    protectsDynamic: true,
    fields: { address: addressWithPrefix, interface: text, disabled: flag, comment: text },
    required: ['address', 'interface'],
    defaults: { disabled: 'false', dynamic: 'false' },
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
  const fixed = { disabled: 'false', dynamic: 'false' };
  const managed = parsePrefix(site.host) === undefined ? '127.0.0.1' : site.host;
  const length = managed.startsWith('127.') ? 8 : 24;
  table.insert({
    address: `${managed}/${length}`,
    interface: 'ether1',
    comment: 'management',
    ...fixed,
  });
  table.insert({ address: `${site.lan(0, 1)}/24`, interface: 'bridge', comment: 'LAN', ...fixed });
  table.insert({
    address: `${site.lan(2, 1)}/24`,
    interface: 'ether2',
    comment: 'uplink',
    ...fixed,
  });
  table.insert({
    address: `${site.lan(5, 20)}/24`,
    interface: 'ether5',
    ...fixed,
    dynamic: 'true',
  });
  return table;
}
