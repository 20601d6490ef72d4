import { z } from 'zod';
import { deviceFacts, deviceId, rowId } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { describeRoute, routeFacts, ROUTES, toRouteFacts } from './facts.js';

/** One route. */
export const getRoute = defineDeviceTool({
  name: 'routing/get',
  title: 'Get a route',
  description: 'Show one IPv4 route of a device by its id. Use routing/list with dst to find it.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({ device_id: deviceId, route_id: rowId }),
  output: z.strictObject({ ...deviceFacts, ...routeFacts.shape }),
  async run(args, { device, router }) {
    const facts = toRouteFacts(await router.get(ROUTES, args.route_id));
    return {
      text: `${device.id}: ${describeRoute(facts)}`,
      facts: { device_id: device.id, ...facts },
    };
  },
});
