import { z } from 'zod';
import { describeListing } from '../listing.js';
import { deviceFacts, deviceId, interfaceName, limit, listed } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { addressFacts, describeAddress, toAddressFacts } from './address-facts.js';
import { ADDRESS_MENUS, family } from './family.js';

/** The addresses of a device. */
export const listAddresses = defineDeviceTool({
  name: 'ip/list-addresses',
  title: 'List IP addresses',
  description:
    'The IP addresses of a device with their ids and interfaces. Use it before ip/add-address and ip/remove-address.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({
    device_id: deviceId,
    interface: interfaceName.optional().describe('Only the addresses of this interface'),
    family,
    limit: limit(10_000, 100),
  }),
  output: z.strictObject({ ...deviceFacts, ...listed(addressFacts) }),
  run: async (args, { device, router }) => {
    const query = args.interface === undefined ? undefined : { interface: args.interface };
    const rows = await router.list(ADDRESS_MENUS[args.family], query);
    const items = rows.slice(0, args.limit).map(toAddressFacts);
    const where = args.interface === undefined ? '' : ` on ${args.interface}`;
    const text = describeListing({
      first: `${device.id} has ${rows.length} ${args.family === 'ipv4' ? 'IPv4' : 'IPv6'} addresses${where}`,
      rows: items.map(describeAddress),
      total: rows.length,
      more: 'ask with a higher limit, or for one interface',
    });
    return { text, facts: { device_id: device.id, total: rows.length, items } };
  },
});
