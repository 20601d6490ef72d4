import { getTool, listTool } from './device-tools.js';
import { flag, maybe, record, text } from './fields.js';
import { ADDRESS_MENUS, family, shownAddress } from './ip-addresses.js';
import { addAddress, removeAddress } from './ip-changes.js';
import { interfaceName, limit, rowId } from './schemas.js';
import type { RouterosTool } from './tool.js';

/** The addresses of a device. */
export const listAddresses = listTool({
  name: 'ip/list-addresses',
  title: 'List IP addresses',
  description:
    'List the IP addresses of a device with their ids and interfaces. Use it before ip/add-address and ip/remove-address.',
  input: {
    interface: interfaceName.optional().describe('Only the addresses of this interface'),
    family,
    limit: limit(10_000, 100),
  },
  menu: (args) => ADDRESS_MENUS[args.family],
  filters: ['interface'],
  item: shownAddress,
  first: ({ id, args, all }) =>
    `${id} has ${all.length} ${args.family === 'ipv4' ? 'IPv4' : 'IPv6'} addresses${onInterface(args)}`,
  more: 'ask with a higher limit, or for one interface',
});

/** One address of a device. */
export const getAddress = getTool({
  name: 'ip/get-address',
  title: 'Get IP address',
  description: 'Show one IP address of a device by its id from ip/list-addresses.',
  input: { address_id: rowId, family },
  read: (router, args) => router.get(ADDRESS_MENUS[args.family], args.address_id),
  item: shownAddress,
});

/** The neighbours that a device has seen. */
export const getArp = listTool({
  name: 'ip/get-arp',
  title: 'ARP table',
  description:
    'Show the ARP table of a device: IP addresses with their MAC addresses and interfaces.',
  input: {
    interface: interfaceName.optional().describe('Only the neighbours on this interface'),
    limit: limit(100_000, 200),
  },
  menu: '/ip/arp',
  filters: ['interface'],
  item: record(
    {
      address: text('address'),
      mac_address: maybe('mac-address'),
      interface: text('interface'),
      dynamic: flag('dynamic'),
      complete: flag('complete', true),
    },
    (one) => `${one.address} ${one.mac_address ?? '?'} on ${one.interface}`,
  ),
  first: ({ id, args, all }) => `${id} knows ${all.length} neighbours${onInterface(args)}`,
  more: 'ask with a higher limit, or for one interface',
});

function onInterface(args: { readonly interface: string | undefined }): string {
  return args.interface === undefined ? '' : ` on ${args.interface}`;
}

/** The addresses of a device and of its neighbours. */
export const ipTools: readonly RouterosTool[] = [
  listAddresses,
  getAddress,
  addAddress,
  removeAddress,
  getArp,
];
