import { z } from 'zod';
import { toBoolean } from '../../device/values.js';
import { oneLine } from '../../safety/one-line.js';
import { describeListing } from '../listing.js';
import { deviceFacts, deviceId, interfaceName, limit, listed } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';

const arpFacts = z.strictObject({
  address: z.string(),
  mac_address: z.string().nullable(),
  interface: z.string(),
  dynamic: z.boolean(),
  complete: z.boolean(),
});

/** The neighbours that a device has seen. */
export const getArp = defineDeviceTool({
  name: 'ip/get-arp',
  title: 'ARP table',
  description: 'The ARP table of a device: which IP address has which MAC address, and where.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({
    device_id: deviceId,
    interface: interfaceName.optional().describe('Only the neighbours on this interface'),
    limit: limit(100_000, 200),
  }),
  output: z.strictObject({ ...deviceFacts, ...listed(arpFacts) }),
  run: async (args, { device, router }) => {
    const query = args.interface === undefined ? undefined : { interface: args.interface };
    const rows = await router.list('/ip/arp', query);
    const items = rows.slice(0, args.limit).map((row) => ({
      address: row['address'] ?? '',
      mac_address: row['mac-address'] ?? null,
      interface: row['interface'] ?? '',
      dynamic: toBoolean(row['dynamic']) ?? false,
      complete: toBoolean(row['complete']) ?? true,
    }));
    const text = describeListing({
      first: `${device.id} knows ${rows.length} neighbours${args.interface === undefined ? '' : ` on ${args.interface}`}`,
      rows: items.map(
        (n) => `${oneLine(n.address)} ${oneLine(n.mac_address ?? '?')} on ${oneLine(n.interface)}`,
      ),
      total: rows.length,
      more: 'ask with a higher limit, or for one interface',
    });
    return { text, facts: { device_id: device.id, total: rows.length, items } };
  },
});
