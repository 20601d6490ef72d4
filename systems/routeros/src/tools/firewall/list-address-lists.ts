import { z } from 'zod';
import { oneLine } from '../../safety/index.js';
import { describeListing } from '../listing.js';
import { deviceFacts, deviceId, limit, listed, whole } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import {
  ADDRESS_LISTS,
  addressListFacts,
  describeEntry,
  toAddressListFacts,
  type AddressListFacts,
} from './address-list-facts.js';
import { listName } from './list-name.js';

const NAMED = 10;

/** The address lists that firewall rules refer to. */
export const listAddressLists = defineDeviceTool({
  name: 'firewall/list-address-lists',
  title: 'List address lists',
  description:
    'List the address lists of the IPv4 firewall of a device and their entries. ' +
    'firewall/update-address-list changes lists whose names start with mcp-.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({
    device_id: deviceId,
    list: listName.optional().describe('Only the entries of this list'),
    limit: limit(100_000, 100),
  }),
  output: z.strictObject({
    ...deviceFacts,
    ...listed(addressListFacts),
    lists: z
      .array(z.strictObject({ name: z.string(), entries: whole }))
      .describe('How many entries each list has'),
  }),
  async run({ list, limit: atMost }, { device, router }) {
    const rows = await router.list(ADDRESS_LISTS, { ...(list !== undefined && { list }) });
    const entries = rows.map(toAddressListFacts);
    const items = entries.slice(0, atMost);
    const lists = countByList(entries);
    const named = lists.slice(0, NAMED).map(({ name, entries: n }) => `${oneLine(name)} (${n})`);
    const others = lists.length > NAMED ? ` and ${lists.length - NAMED} others` : '';
    const where = list === undefined ? '' : ` in list ${oneLine(list)}`;
    return {
      text: describeListing({
        first: `Address list entries of ${device.id}${where}: ${entries.length}${named.length === 0 ? '' : `; lists: ${named.join(', ')}${others}`}`,
        rows: items.map(describeEntry),
        total: entries.length,
        more: 'a higher limit, or a list',
      }),
      facts: { device_id: device.id, total: entries.length, items, lists },
    };
  },
});

function countByList(entries: readonly AddressListFacts[]) {
  const counts = new Map<string, number>();
  for (const { list } of entries) counts.set(list, (counts.get(list) ?? 0) + 1);
  return [...counts].map(([name, n]) => ({ name, entries: n }));
}
