import { z } from 'zod';
import { deviceFacts, deviceId } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { describeInterface, interfaceFacts, toInterfaceFacts } from './facts.js';
import { findInterface, interfaceReference } from './find-interface.js';

/** One interface. */
export const getInterface = defineDeviceTool({
  name: 'interface/get',
  title: 'Get an interface',
  description: 'Show one interface of a device by its name or id.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({ device_id: deviceId, interface: interfaceReference }),
  output: z.strictObject({ ...deviceFacts, ...interfaceFacts.shape }),
  async run(args, { device, router }) {
    const facts = toInterfaceFacts(await findInterface(router, args.interface));
    return {
      text: `${device.id}: ${describeInterface(facts)}`,
      facts: { device_id: device.id, ...facts },
    };
  },
});
