import { oneLine } from '../safety/addresses.js';
import { listTool } from './device-tools.js';
import { flag, maybe, record, text, type Facts } from './fields.js';
import { limit, line } from './schemas.js';
import type { Tool } from './tool.js';

const lease = record({
  id: text('.id'),
  address: text('active-address', 'address'),
  mac_address: maybe('active-mac-address', 'mac-address'),
  host_name: maybe('host-name'),
  server: maybe('active-server', 'server'),
  status: maybe('status').describe('Such as bound, waiting, offered'),
  dynamic: flag('dynamic').describe('False: somebody made this lease by hand'),
  disabled: flag('disabled'),
  expires_after: maybe('expires-after'),
  last_seen: maybe('last-seen'),
  comment: maybe('comment'),
});

/** Who got which address from the device. */
export const listLeases = listTool({
  name: 'dhcp/list-leases',
  title: 'List DHCP leases',
  description:
    'List the leases of the DHCP servers of a device: address, MAC address, host name and status. Host names are what the clients say.',
  input: {
    status: line.min(1).max(30).optional().describe('Only this status, such as bound'),
    limit: limit(100_000, 100),
  },
  menu: '/ip/dhcp-server/lease',
  filters: ['status'],
  item: lease,
  first: ({ id, all }) =>
    `DHCP leases of ${id}: ${all.length}, ${all.filter(({ status }) => status === 'bound').length} bound`,
  line: describeLease,
  more: 'a higher limit, or a status',
});

function describeLease(shown: Facts<typeof lease>): string {
  const parts = [
    oneLine(shown.mac_address ?? 'no MAC address'),
    ...(shown.host_name ? [`"${oneLine(shown.host_name)}"`] : []),
    shown.disabled ? 'disabled' : oneLine(shown.status ?? 'unknown'),
    ...(shown.dynamic ? [] : ['static']),
    ...(shown.expires_after ? [`expires after ${oneLine(shown.expires_after)}`] : []),
    ...(shown.comment ? [`"${oneLine(shown.comment)}"`] : []),
  ];
  return `${oneLine(shown.id)} ${oneLine(shown.address)}: ${parts.join(', ')}`;
}

export const dhcpTools: readonly Tool[] = [listLeases];
