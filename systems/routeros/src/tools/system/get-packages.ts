import { z } from 'zod';
import { toBoolean } from '../../device/values.js';
import { oneLine } from '../../safety/one-line.js';
import { describeListing } from '../listing.js';
import { deviceFacts, deviceId, listed } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';

const packageFacts = z.strictObject({
  name: z.string(),
  version: z.string(),
  disabled: z.boolean(),
});

/** The software that is installed on a device. */
export const getPackages = defineDeviceTool({
  name: 'system/get-packages',
  title: 'Installed packages',
  description: 'The RouterOS packages of a device with their versions, and which are disabled.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({ device_id: deviceId }),
  output: z.strictObject({ ...deviceFacts, ...listed(packageFacts) }),
  run: async (_args, { device, router }) => {
    const items = (await router.list('/system/package')).map((row) => ({
      name: oneLine(row['name'] ?? ''),
      version: oneLine(row['version'] ?? ''),
      disabled: toBoolean(row['disabled']) ?? false,
    }));
    const text = describeListing({
      first: `${device.id} has ${items.length} packages`,
      rows: items.map((p) => `${p.name} ${p.version}${p.disabled ? ' (disabled)' : ''}`),
      total: items.length,
    });
    return { text, facts: { device_id: device.id, total: items.length, items } };
  },
});
