import { isIP } from 'node:net';
import { duration, flag, integer, listOf } from '../fields.js';
import { type Menu, Table } from '../table.js';
import { createRecord } from '../record.js';
import { invalidValue } from '../trap.js';
import type { Site } from './interfaces.js';

/** Names that the world outside knows. */
const ZONE = new Map([
  ['one.one.one.one', '1.1.1.1'],
  ['dns.google', '8.8.8.8'],
  ['upgrade.mikrotik.com', '159.148.147.251'],
  ['cloud.mikrotik.com', '159.148.172.251'],
]);

export interface Dns {
  readonly menus: readonly Menu[];
  /** The address of a name; what was found stays in the cache. */
  resolve(name: string): string | undefined;
}

const server = listOf((value, argument) => {
  if (isIP(value) === 0) throw invalidValue(argument);
  return value;
});

/** `/ip/dns` and its cache. */
export function createDns(site: Site): Dns {
  const { journal } = site;
  const cache = new Table({ path: '/ip/dns/cache', noun: 'dns cache', journal, fields: {} });
  const resolve = (name: string): string | undefined => {
    const known = name.toLowerCase();
    const data = ZONE.get(known);
    if (data !== undefined && !cache.rows().some((row) => row['name'] === known)) {
      cache.insert({ name: known, type: 'A', data, static: 'false', ttl: '5m' });
    }
    return data;
  };
  for (const name of ZONE.keys()) resolve(name);
  const settings = createRecord({
    path: '/ip/dns',
    noun: 'dns',
    journal,
    initial: {
      'allow-remote-requests': 'true',
      'cache-max-ttl': '1w',
      'cache-size': '2048',
      'dynamic-servers': site.lan(5, 1),
      'max-concurrent-queries': '100',
      servers: '1.1.1.1,8.8.8.8',
      'use-doh-server': '',
      'verify-doh-cert': 'false',
    },
    fields: {
      servers: server,
      'allow-remote-requests': flag,
      'cache-max-ttl': duration,
      'cache-size': integer(64, 4_294_967),
      'max-concurrent-queries': integer(1, 1000),
    },
    show: (row) => ({ ...row, 'cache-used': String(48 + cache.rows().length) }),
  });
  const flush = (): readonly [] => {
    cache.drop((row) => row['static'] !== 'true');
    journal('dns,info', 'cache flushed by rest-api');
    return [];
  };
  return { resolve, menus: [settings, cache.fixed({ commands: { flush } })] };
}
