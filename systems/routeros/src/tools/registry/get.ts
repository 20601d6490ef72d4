import { z } from 'zod';
import { deviceId } from '../schemas.js';
import { defineServiceTool, READS } from '../tool.js';
import { describeDevice, registeredFacts, toRegisteredFacts } from './device-facts.js';
import { findInReach } from './find-in-reach.js';

/** One device of the registry. */
export const getDevice = defineServiceTool({
  name: 'registry/get',
  title: 'Get device',
  description:
    'What is registered for one device: address, environment, flags, limits, trust. The device itself is not asked; registry/check-connectivity does that.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({ device_id: deviceId }),
  output: registeredFacts,
  run: async (args, context) => {
    const facts = toRegisteredFacts(await findInReach(context, args.device_id, 'registry/get'));
    return { text: describeDevice(facts), facts };
  },
});
