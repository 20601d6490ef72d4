import { flag, integer, text } from '../fields.js';
import {
  type MenuCommand,
  type WriteLog,
  type Menu,
  type SimRow,
  runOut,
  Table,
} from '../table.js';
import { badRequest, invalidValue, noMatch } from '../trap.js';
import { below, parseDuration } from '../values.js';

export interface Interfaces extends Menu {
  find(name: string): SimRow | undefined;
  /** The interface that really carries an address: the bridge of a port. */
  carrier(name: string): string;
  disable(name: string): void;
}

const BRIDGE_PORTS = ['ether3', 'ether4'];

const hexByte = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0');

function withCounters(row: SimRow, seconds: number, rate: number): SimRow {
  const passed = row['running'] === 'true' ? Math.floor(seconds * 10) : 0;
  const received = passed * rate;
  return {
    ...row,
    'rx-byte': String(received * 120),
    'rx-packet': String(received),
    'tx-byte': String(received * 90),
    'tx-packet': String(Math.floor(received * 0.8)),
    'rx-drop': '0',
    'rx-error': '0',
    'tx-drop': '0',
    'tx-error': '0',
    'tx-queue-drop': '0',
  };
}

/** `/interface`: five ports, two of them in a bridge. They cannot be added or removed. */
export function createInterfaces(site: Site): Interfaces {
  const rates = new Map<string, number>();
  const show = (row: SimRow): SimRow => {
    const live = row['disabled'] === 'true' ? { ...row, running: 'false' } : row;
    return withCounters(live, site.uptime(), rates.get(row['default-name'] ?? '') ?? 1);
  };
  const table = new Table({
    path: '/interface',
    noun: 'interface',
    journal: site.journal,
    fields: { comment: text, disabled: flag, mtu: integer(68, 65535) },
    show,
  });
  const mac = `48:A9:8A:${hexByte(below(site.random, 256))}:${hexByte(site.index % 256)}`;
  const names = ['ether1', 'ether2', 'ether3', 'ether4', 'ether5', 'bridge'];
  names.forEach((name, at) => {
    rates.set(name, 1 + below(site.random, 40));
    table.insert({
      name,
      'default-name': name,
      type: name === 'bridge' ? 'bridge' : 'ether',
      mtu: '1500',
      'actual-mtu': '1500',
      'mac-address': `${mac}:${hexByte(at + 1)}`,
      running: 'true',
      disabled: 'false',
      slave: String(BRIDGE_PORTS.includes(name)),
      'link-downs': '0',
    });
  });
  const find = (name: string): SimRow | undefined => table.find((row) => row['name'] === name);

  const monitorTraffic: MenuCommand = async (args, call) => {
    const name = args.get('interface');
    if (name === undefined) throw badRequest('missing =interface=');
    const row = find(name);
    if (row === undefined) throw noMatch('interface');
    const rate = row['running'] === 'true' ? (rates.get(row['default-name'] ?? '') ?? 1) : 0;
    const sample = (): SimRow => ({
      name,
      'rx-bits-per-second': String(rate * 9600 + (rate > 0 ? below(site.random, 900) : 0)),
      'rx-packets-per-second': String(rate * 10),
      'tx-bits-per-second': String(rate * 7200 + (rate > 0 ? below(site.random, 900) : 0)),
      'tx-packets-per-second': String(rate * 8),
    });
    if (args.has('once') && args.get('once') !== 'false') return [sample()];
    const duration = args.get('duration');
    const seconds = duration === undefined ? Infinity : parseDuration(duration);
    if (seconds === undefined) throw invalidValue('duration');
    await runOut(seconds, call);
    return Array.from({ length: seconds }, (_, at) => ({ '.section': String(at), ...sample() }));
  };

  return {
    ...table.fixed({ set: true, commands: { 'monitor-traffic': monitorTraffic } }),
    find,
    carrier: (name) => (find(name)?.['slave'] === 'true' ? 'bridge' : name),
    disable: (name) => {
      const id = find(name)?.['.id'];
      if (id === undefined) throw new RangeError(`There is no interface ${name}.`);
      table.overwrite(id, { disabled: 'true' });
    },
  };
}

/** What the menus of one device are made from. */
export interface Site {
  /** From 0. */
  readonly index: number;
  readonly name: string;
  /** Where the device is managed. */
  readonly host: string;
  /** The address of a network behind the device: `lan(2, 7)` is its seventh host of the second network. */
  lan(network: number, host: number): string;
  /** Seconds since the device was switched on. */
  uptime(): number;
  now(): number;
  random(): number;
  readonly journal: WriteLog;
}
