import { listTool } from './device-tools.js';
import { flag, joined, maybe, quoted, record, text } from './fields.js';
import { limit, line } from './schemas.js';
import type { RouterosTool } from './tool.js';

const lease = record(
  {
    id: text('.id'),
    address: text('active-address', 'address'),
    mac_address: maybe('active-mac-address', 'mac-address'),
    host_name: maybe('host-name'),
    server: maybe('active-server', 'server'),
    status: maybe('status').describe('Such as bound, waiting, offered'),
    dynamic: flag('dynamic').describe('False: a static lease, made by hand'),
    disabled: flag('disabled'),
    expires_after: maybe('expires-after'),
    last_seen: maybe('last-seen'),
    comment: maybe('comment'),
  },
  ({ id, address, mac_address, host_name, disabled, status, dynamic, expires_after, comment }) =>
    `${id} ${address}: ${joined(
      ', ',
      mac_address ?? 'no MAC address',
      quoted(host_name),
      disabled ? 'disabled' : (status ?? 'unknown'),
      !dynamic && 'static',
      expires_after && `expires after ${expires_after}`,
      quoted(comment),
    )}`,
);

/** Who got which address from the device. */
export const listLeases = listTool({
  name: 'dhcp/list-leases',
  title: 'List DHCP leases',
  description:
    'List the leases of the DHCP servers of a device: address, MAC address, host name and status. The clients choose the host names.',
  input: {
    status: line.min(1).max(30).optional().describe('Only this status, such as bound'),
    limit: limit(100_000, 100),
  },
  menu: '/ip/dhcp-server/lease',
  filters: ['status'],
  item: lease,
  first: ({ id, all }) =>
    `DHCP leases of ${id}: ${all.length}, ${all.filter(({ status }) => status === 'bound').length} bound`,
  more: 'a higher limit, or a status',
});

export const dhcpTools: readonly RouterosTool[] = [listLeases];
