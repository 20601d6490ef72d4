import { z } from 'zod';
import { deviceFacts, deviceId, rowId } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { addressFacts, describeAddress, toAddressFacts } from './address-facts.js';
import { ADDRESS_MENUS, family } from './family.js';

/** One address of a device. */
export const getAddress = defineDeviceTool({
  name: 'ip/get-address',
  title: 'Get IP address',
  description: 'One IP address of a device by its id, as ip/list-addresses shows it.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({ device_id: deviceId, address_id: rowId, family }),
  output: z.strictObject({ ...deviceFacts, ...addressFacts.shape }),
  run: async (args, { device, router }) => {
    const facts = toAddressFacts(await router.get(ADDRESS_MENUS[args.family], args.address_id));
    return {
      text: `${device.id}: ${describeAddress(facts)}`,
      facts: { device_id: device.id, ...facts },
    };
  },
});
