import { z } from 'zod';
import { oneLine } from '../../safety/index.js';
import { describeListing } from '../listing.js';
import { deviceFacts, deviceId, limit, line, listed } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { describeInterface, interfaceFacts, stateOf, toInterfaceFacts } from './facts.js';
import { INTERFACES } from './find-interface.js';

/** The interfaces of a device and whether they are up. */
export const listInterfaces = defineDeviceTool({
  name: 'interface/list',
  title: 'List interfaces',
  description:
    'List the interfaces of a device: name, type, whether the link is up, MTU and MAC address. ' +
    'Use interface/get-stats for the traffic of one of them.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({
    device_id: deviceId,
    type: line.min(1).max(50).optional().describe('Only this type, such as ether or bridge'),
    running_only: z.boolean().default(false).describe('Only interfaces whose link is up'),
    limit: limit(100_000, 100),
  }),
  output: z.strictObject({ ...deviceFacts, ...listed(interfaceFacts) }),
  async run(args, { device, router }) {
    const rows = await router.list(INTERFACES, {
      ...(args.type !== undefined && { type: args.type }),
    });
    const all = rows.map(toInterfaceFacts).filter(({ running }) => running || !args.running_only);
    const items = all.slice(0, args.limit);
    const up = all.filter((facts) => stateOf(facts) === 'up').length;
    const down = all.filter((facts) => stateOf(facts) === 'down').map(({ name }) => oneLine(name));
    const trouble =
      down.length === 0 || down.length > 10 ? `${down.length} down` : `down: ${down.join(', ')}`;
    return {
      text: describeListing({
        first: `Interfaces of ${device.id}: ${all.length}, ${up} up, ${trouble}`,
        rows: items.map(describeInterface),
        total: all.length,
        more: 'a higher limit, or a type',
      }),
      facts: { device_id: device.id, total: all.length, items },
    };
  },
});
