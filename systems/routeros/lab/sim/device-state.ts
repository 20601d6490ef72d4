import type { MenuCommand, Menu, SimRow } from './table.js';
import { createAddresses, createLog } from './menus/addresses.js';
import { createPing, createTraceroute } from './menus/diagnostics.js';
import { createDns } from './menus/dns.js';
import { createFirewall } from './menus/firewall.js';
import { createArp, createDhcp } from './menus/hosts.js';
import { createInterfaces, type Site } from './menus/interfaces.js';
import { createRoutes } from './menus/routes.js';
import { createSystem } from './menus/system.js';
import { createRandom } from './values.js';

export interface StateOptions {
  readonly index: number;
  readonly name: string;
  readonly host: string;
  readonly seed: number;
  readonly version: () => string;
  readonly now: () => number;
}

export type DeviceState = ReturnType<typeof createDeviceState>;

/** A device that has been on for a day and a bit. */
const UPTIME = 93_784;

/** Everything that one device knows. */
export function createDeviceState(options: StateOptions) {
  const { index, name, host, seed, version, now } = options;
  const startedAt = now() - UPTIME * 1000;
  const log = createLog(now);
  const site: Site = {
    index,
    name,
    host,
    lan: (network, member) =>
      `10.${10 + (index % 240)}.${Math.floor(index / 240) * 8 + network}.${member}`,
    uptime: () => (now() - startedAt) / 1000,
    now,
    random: createRandom(seed * 1009 + index),
    journal: log.write,
  };
  const interfaces = createInterfaces(site);
  const addresses = createAddresses(site, interfaces);
  const routes = createRoutes(site, interfaces, addresses);
  const arp = createArp(site, interfaces);
  const dns = createDns(site);
  const around = { site, dns, routes, addresses, arp };
  const menus = new Map<string, Menu>(
    [
      ...createSystem(site, version),
      interfaces,
      addresses,
      arp,
      routes,
      ...dns.menus,
      ...createDhcp(site),
      ...createFirewall(site),
      log,
    ].map((menu) => [menu.path, menu]),
  );
  const commands = new Map<string, MenuCommand>([
    ['/ping', createPing(around)],
    ['/tool/ping', createPing(around)],
    ['/tool/traceroute', createTraceroute(around)],
  ]);
  log.write('system,info', 'router rebooted');

  const menu = (path: string): Menu => {
    const found = menus.get(path);
    if (found === undefined) throw new RangeError(`There is no menu ${path}.`);
    return found;
  };
  return {
    /** By path. */
    menus: menus as ReadonlyMap<string, Menu>,
    /** Commands that stand outside of menus with rows, by path. */
    commands: commands as ReadonlyMap<string, MenuCommand>,
    /** The rows of a menu as they are now. Throws for an unknown menu. */
    rows: (path: string) => menu(path).rows(),
    /** Add a row as a client would. */
    add: (path: string, row: SimRow): SimRow => {
      const added = menu(path).add?.(new Map(Object.entries(row)));
      if (added === undefined) throw new RangeError(`Nothing can be added to ${path}.`);
      return added;
    },
    /** Remember what all menus have now; the returned function puts it back. */
    keep: () => {
      const kept = [...menus.values()].map((one) => one.keep?.());
      return () => kept.forEach((putBack) => putBack?.());
    },
    removeMenu: (path: string) => {
      for (const known of [menus, commands]) {
        for (const key of known.keys()) {
          if (key === path || key.startsWith(`${path}/`)) known.delete(key);
        }
      }
    },
    disableInterface: interfaces.disable,
    fillLog: log.fill,
    fillRoutes: routes.fill,
    log: log.write,
  };
}
