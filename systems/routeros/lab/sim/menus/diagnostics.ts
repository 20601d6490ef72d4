import { isIP, isIPv4 } from 'node:net';
import { below, inNetwork, parseDuration, parsePrefix } from '../values.js';
import { addressOrName, duration, integer } from '../fields.js';
import {
  runOut,
  type Args,
  type CommandCall,
  type MenuCommand,
  type SimRow,
  type Table,
} from '../table.js';
import { badRequest } from '../trap.js';
import type { Dns } from './dns.js';
import type { Routes } from './routes.js';
import type { Site } from './interfaces.js';

/** Networks for documentation and those without hosts: they do not answer. */
const SILENT = [
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '0.0.0.0/8',
].map(parsePrefix);

export interface Surroundings {
  readonly site: Site;
  readonly dns: Dns;
  readonly routes: Routes;
  readonly addresses: Table;
  readonly arp: Table;
}

function answers(address: string, { routes, addresses, arp }: Surroundings): boolean {
  if (!isIPv4(address) || !routes.reaches(address)) return false;
  if (SILENT.some((prefix) => prefix !== undefined && inNetwork(address, prefix))) return false;
  if (addresses.rows().some((row) => row['address']?.split('/')[0] === address)) return true;
  const direct = addresses.rows().some((row) => {
    const prefix = parsePrefix(row['address'] ?? '');
    return prefix !== undefined && inNetwork(address, prefix);
  });
  return !direct || arp.rows().some((row) => row['address'] === address);
}

const roundTrip = (microseconds: number): string =>
  `${Math.floor(microseconds / 1000)}ms${microseconds % 1000}us`;

function target(args: Args, { dns }: Surroundings): { host: string; address: string } {
  const host = args.get('address');
  if (host === undefined) throw badRequest('missing =address=');
  addressOrName(host, 'address');
  return { host, address: isIP(host) === 0 ? (dns.resolve(host) ?? '') : host };
}

function only(args: Args, ...names: readonly string[]): void {
  for (const name of args.keys()) {
    if (!names.includes(name)) throw badRequest(`unknown parameter ${name}`);
  }
}

/** How many rounds of one second a command makes, after it was made sure that they fit into its session. */
async function rounds(args: Args, call: CommandCall): Promise<number> {
  const count = args.get('count');
  const length = args.get('duration');
  if (count !== undefined) integer(0, 4_294_967_295)(count, 'count');
  if (length !== undefined) duration(length, 'duration');
  // A count of 0 is none for RouterOS.
  const counted = Number(count ?? 0) === 0 ? Infinity : Number(count);
  const timed = length === undefined ? Infinity : (parseDuration(length) ?? 0);
  const seconds = Math.min(counted, timed);
  await runOut(seconds, call);
  return Math.max(1, seconds);
}

/** `/ping`: a row for each packet. */
export function createPing(around: Surroundings): MenuCommand {
  return async (args, call) => {
    only(
      args,
      'address',
      'count',
      'duration',
      'interval',
      'size',
      'src-address',
      'interface',
      'ttl',
    );
    const { host, address } = target(args, around);
    const size = integer(28, 65535)(args.get('size') ?? '56', 'size');
    const total = await rounds(args, call);
    const alive = answers(address, around);
    const base = 200 + below(around.site.random, 30_000);
    return Array.from({ length: total }, (_, seq): SimRow => {
      const counts = {
        seq: String(seq),
        host: address === '' ? host : address,
        sent: String(seq + 1),
      };
      if (!alive) return { ...counts, received: '0', 'packet-loss': '100', status: 'timeout' };
      return {
        ...counts,
        received: String(seq + 1),
        'packet-loss': '0',
        size,
        ttl: '57',
        time: roundTrip(base + below(around.site.random, 900)),
        'min-rtt': roundTrip(base),
        'avg-rtt': roundTrip(base + 450),
        'max-rtt': roundTrip(base + 900),
      };
    });
  };
}

/** `/tool/traceroute`: the hops, once for each round. */
export function createTraceroute(around: Surroundings): MenuCommand {
  return async (args, call) => {
    only(
      args,
      'address',
      'count',
      'duration',
      'max-hops',
      'timeout',
      'size',
      'protocol',
      'use-dns',
    );
    const { address } = target(args, around);
    const most = Number(integer(1, 255)(args.get('max-hops') ?? '255', 'max-hops'));
    const total = await rounds(args, call);
    const near = around.site.lan(2, 254);
    const path = ['10.255.0.1', '172.31.255.1'];
    const local =
      !around.routes.reaches(address) ||
      around.arp.rows().some((row) => row['address'] === address);
    const reached = answers(address, around);
    const hops = [...(local ? [] : [near, ...path]), ...(reached ? [address] : ['', '', ''])];
    return Array.from({ length: total }, (_, section) =>
      hops.slice(0, most).map((hop, at): SimRow => {
        const common = { '.section': String(section), address: hop, sent: String(section + 1) };
        if (hop === '') return { ...common, loss: '100', last: 'timeout', status: '' };
        const time = (1 + at * 2.5 + around.site.random()).toFixed(1);
        return {
          ...common,
          loss: '0',
          last: time,
          avg: time,
          best: time,
          worst: time,
          'std-dev': '0',
          status: '',
        };
      }),
    ).flat();
  };
}
