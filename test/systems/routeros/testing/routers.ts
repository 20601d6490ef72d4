import type { SimulatedDevice } from '@errata/routeros/sim';

/** The menus that changes of this service can reach. */
const CONFIGURATION = [
  '/system/identity',
  '/system/ntp/client',
  '/ip/address',
  '/ip/dns',
  '/ip/firewall/address-list',
  '/ip/firewall/filter',
  '/ip/route',
];

/** All that somebody has set on a router, apart from what counts and ticks. */
export function configurationOf({ state }: SimulatedDevice): object {
  return Object.fromEntries(
    CONFIGURATION.map((menu) => [menu, state.rows(menu).map(withoutCounters)]),
  );
}

const COUNTERS = new Set(['bytes', 'packets', 'cache-used', 'synced-server', 'freq-drift']);

function withoutCounters(row: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !COUNTERS.has(name)));
}

/** The servers that a router asks for names and for the time. */
export function serversOf({ state }: SimulatedDevice): { dns: string; ntp: string } {
  return {
    dns: state.rows('/ip/dns')[0]!['servers'] ?? '',
    ntp: state.rows('/system/ntp/client')[0]!['servers'] ?? '',
  };
}
