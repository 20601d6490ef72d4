import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
import { toBoolean } from '../../device/values.js';
import { oneLine } from '../../safety/index.js';
import { describeListing } from '../listing.js';
import { deviceFacts, deviceId, limit, line, listed } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';

const leaseFacts = z.strictObject({
  id: z.string(),
  address: z.string(),
  mac_address: z.string().nullable(),
  host_name: z.string().nullable(),
  server: z.string().nullable(),
  status: z.string().nullable().describe('Such as bound, waiting, offered'),
  dynamic: z.boolean().describe('False: somebody made this lease by hand'),
  disabled: z.boolean(),
  expires_after: z.string().nullable(),
  last_seen: z.string().nullable(),
  comment: z.string().nullable(),
});

type LeaseFacts = z.output<typeof leaseFacts>;

/** Who got which address from the device. */
export const listLeases = defineDeviceTool({
  name: 'dhcp/list-leases',
  title: 'List DHCP leases',
  description:
    'List the leases of the DHCP servers of a device: address, MAC address, host name and status. Host names are what the clients say.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({
    device_id: deviceId,
    status: line.min(1).max(30).optional().describe('Only this status, such as bound'),
    limit: limit(100_000, 100),
  }),
  output: z.strictObject({ ...deviceFacts, ...listed(leaseFacts) }),
  async run(args, { device, router }) {
    const rows = await router.list('/ip/dhcp-server/lease', {
      ...(args.status !== undefined && { status: args.status }),
    });
    const leases = rows.map(toLeaseFacts);
    const items = leases.slice(0, args.limit);
    const bound = leases.filter(({ status }) => status === 'bound').length;
    return {
      text: describeListing({
        first: `DHCP leases of ${device.id}: ${leases.length}, ${bound} bound`,
        rows: items.map(describeLease),
        total: leases.length,
        more: 'a higher limit, or a status',
      }),
      facts: { device_id: device.id, total: leases.length, items },
    };
  },
});

function toLeaseFacts(row: Row): LeaseFacts {
  return {
    id: row['.id'] ?? '',
    address: row['active-address'] ?? row['address'] ?? '',
    mac_address: row['active-mac-address'] ?? row['mac-address'] ?? null,
    host_name: row['host-name'] ?? null,
    server: row['active-server'] ?? row['server'] ?? null,
    status: row['status'] ?? null,
    dynamic: toBoolean(row['dynamic']) ?? false,
    disabled: toBoolean(row['disabled']) ?? false,
    expires_after: row['expires-after'] ?? null,
    last_seen: row['last-seen'] ?? null,
    comment: row['comment'] ?? null,
  };
}

function describeLease(lease: LeaseFacts): string {
  const parts = [
    oneLine(lease.mac_address ?? 'no MAC address'),
    ...(lease.host_name ? [`"${oneLine(lease.host_name)}"`] : []),
    lease.disabled ? 'disabled' : oneLine(lease.status ?? 'unknown'),
    ...(lease.dynamic ? [] : ['static']),
    ...(lease.expires_after ? [`expires after ${oneLine(lease.expires_after)}`] : []),
    ...(lease.comment ? [`"${oneLine(lease.comment)}"`] : []),
  ];
  return `${oneLine(lease.id)} ${oneLine(lease.address)}: ${parts.join(', ')}`;
}
