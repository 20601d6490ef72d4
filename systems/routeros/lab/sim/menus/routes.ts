import { isIPv4 } from 'node:net';
import { flag, integer, network, oneOf, text } from '../fields.js';
import { addressAfter, inNetwork, parsePrefix } from '../values.js';
import { type Menu, type SimRow, Table } from '../table.js';
import { badRequest, invalidValue } from '../trap.js';
import type { Interfaces, Site } from './interfaces.js';

export interface Routes extends Menu {
  /** Add that many routes, as a device has them that talks BGP. */
  fill(count: number): void;
  /** Whether packets to an address leave the device at all. */
  reaches(address: string): boolean;
}

const isUp = (row: SimRow): boolean => row['disabled'] !== 'true' && row['invalid'] !== 'true';

const CONNECTED = /^\*4[0-9A-F]{7}$/;

/** `/ip/route`: static routes, and those that follow from the addresses of the device. */
export function createRoutes(site: Site, interfaces: Interfaces, addresses: Table): Routes {
  /** How gateways are reached now; each is looked up once, for tables of many thousand routes. */
  const createView = (): ((row: SimRow) => SimRow) => {
    const networks = addresses.rows().flatMap((row) => {
      const prefix = parsePrefix(row['address'] ?? '');
      return isUp(row) && prefix !== undefined ? [{ row, prefix }] : [];
    });
    const look = (gateway: string): SimRow => {
      const neighbour = isIPv4(gateway)
        ? networks.find(({ prefix }) => inNetwork(gateway, prefix))
        : undefined;
      const via = neighbour?.row['actual-interface'];
      const usable =
        via !== undefined ||
        gateway === 'blackhole' ||
        interfaces.find(gateway)?.['disabled'] === 'false';
      return {
        active: String(usable),
        inactive: String(!usable),
        ...(via !== undefined && { 'immediate-gw': `${gateway}%${via}` }),
      };
    };
    const seen = new Map<string, SimRow>();
    return (row) => {
      if (row['disabled'] === 'true') return { ...row, active: 'false', inactive: 'true' };
      const gateway = row['gateway'] ?? '';
      const reached = seen.get(gateway) ?? look(gateway);
      seen.set(gateway, reached);
      return { ...row, ...reached };
    };
  };
  const table = new Table({
    path: '/ip/route',
    noun: 'route',
    journal: site.journal,
    protectsDynamic: true,
    fields: {
      'dst-address': network,
      gateway: (value, argument) => {
        const known = value === 'blackhole' || interfaces.find(value) !== undefined;
        if (!known && !isIPv4(value)) throw invalidValue(argument);
        return value;
      },
      distance: integer(1, 255),
      scope: integer(0, 255),
      'target-scope': integer(0, 255),
      'routing-table': oneOf('main'),
      disabled: flag,
      comment: text,
    },
    required: ['gateway'],
    defaults: {
      'dst-address': '0.0.0.0/0',
      distance: '1',
      scope: '30',
      'target-scope': '10',
      'routing-table': 'main',
      static: 'true',
      dynamic: 'false',
      disabled: 'false',
    },
    rows: [{ gateway: site.lan(2, 254), comment: 'default' }],
    unique: { by: ['dst-address', 'gateway', 'distance'], failure: 'already have such route' },
  });

  const connected = (): readonly SimRow[] =>
    addresses
      .rows()
      .filter(isUp)
      .map((row) => {
        const prefix = parsePrefix(row['address'] ?? '');
        const carrier = row['actual-interface'] ?? '';
        return {
          '.id': `*4${(row['.id'] ?? '').slice(1).padStart(7, '0')}`,
          'dst-address': `${prefix?.network}/${prefix?.length}`,
          gateway: carrier,
          'immediate-gw': carrier,
          'local-address': `${prefix?.address}%${carrier}`,
          distance: '0',
          scope: '10',
          'routing-table': 'main',
          connect: 'true',
          dynamic: 'true',
          active: 'true',
          inactive: 'false',
          disabled: 'false',
        };
      });
  const rows = (): readonly SimRow[] => [...table.rows().map(createView()), ...connected()];
  const refuseConnected = (id: string): void => {
    if (CONNECTED.test(id) && rows().some((row) => row['.id'] === id)) {
      throw badRequest('failure: can not change dynamic route');
    }
  };
  return {
    path: table.path,
    kind: 'list',
    rows,
    keep: () => table.keep(),
    add: (args) => createView()(table.add(args)),
    set: (id, args) => {
      refuseConnected(id);
      return createView()(table.set(id, args));
    },
    remove: (id) => {
      refuseConnected(id);
      table.remove(id);
    },
    fill: (count) => {
      for (let at = 0; at < count; at++) {
        table.insert({
          'dst-address': `${addressAfter('20.0.0.0', at * 256)}/24`,
          gateway: site.lan(2, 254),
          distance: '20',
          scope: '40',
          'target-scope': '30',
          'routing-table': 'main',
          bgp: 'true',
          dynamic: 'true',
          disabled: 'false',
        });
      }
    },
    reaches: (address) =>
      rows().some((row) => {
        const prefix = parsePrefix(row['dst-address'] ?? '');
        return row['active'] === 'true' && prefix !== undefined && inNetwork(address, prefix);
      }),
  };
}
