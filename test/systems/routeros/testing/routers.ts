import type { SimulatedDevice } from '@errata/routeros/lab';

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

/** All that somebody can have set on a router; what firewall rules count goes on by itself. */
export function configurationOf({ state }: SimulatedDevice): object {
  const rowsOf = (menu: string) =>
    state.rows(menu).map(({ bytes: _bytes, packets: _packets, ...row }) => row);
  return Object.fromEntries(CONFIGURATION.map((menu) => [menu, rowsOf(menu)]));
}

/** The servers that a router asks for names and for the time. */
export function serversOf({ state }: SimulatedDevice): { dns: string; ntp: string } {
  return {
    dns: state.rows('/ip/dns')[0]!['servers'] ?? '',
    ntp: state.rows('/system/ntp/client')[0]!['servers'] ?? '',
  };
}
