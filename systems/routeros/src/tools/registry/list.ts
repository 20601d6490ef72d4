import { z } from 'zod';
import { inReach } from '../../access/index.js';
import { CAPABILITY_FLAGS, ENVIRONMENTS, type CapabilityFlag } from '../../registry/device.js';
import { describeListing } from '../listing.js';
import { limit, line, listed } from '../schemas.js';
import { defineServiceTool, READS } from '../tool.js';
import { describeDevice, registeredFacts, toRegisteredFacts } from './device-facts.js';

const FILTERS = CAPABILITY_FLAGS.map((flag) => `${flag}=true` as const);

/** The devices in the user's reach. */
export const listDevices = defineServiceTool({
  name: 'registry/list',
  title: 'List devices',
  description:
    'The registered devices with their ids, environments and flags. Start here: every other tool takes a device_id from this list. ' +
    'filter=allow_advanced_writes=true gives those that may be changed.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({
    environment: z.enum(ENVIRONMENTS).optional(),
    tag: line.min(1).max(100).optional(),
    filter: z.enum(FILTERS).optional().describe('Only devices with this flag on'),
    limit: limit(10_000, 100),
  }),
  output: z.strictObject({
    ...listed(registeredFacts),
    service_environment: z.enum(ENVIRONMENTS).describe('The one that this service works in'),
  }),
  run: async ({ environment, tag, filter, ...args }, { registry, settings, user }) => {
    const flag = filter?.replace(/=true$/, '') as CapabilityFlag | undefined;
    const found = await registry.list({
      ...(environment !== undefined && { environment }),
      ...(tag !== undefined && { tag }),
      ...(flag !== undefined && { flag }),
    });
    const devices = found.filter(({ id }) => inReach(user, id));
    const items = devices.slice(0, args.limit).map(toRegisteredFacts);
    const total = devices.length;
    const asked = environment ?? tag ?? filter;
    const text = describeListing({
      first: `${total} ${total === 1 ? 'device' : 'devices'}${asked === undefined ? '' : ' that match'}; this service works on ${settings.environment} devices`,
      rows: items.map(describeDevice),
      total,
      more: 'ask with a higher limit, or narrow it by environment, tag or filter',
    });
    return { text, facts: { total, items, service_environment: settings.environment } };
  },
});
