import { z } from 'zod';
import { oneLine } from '../../safety/one-line.js';
import { deviceFacts, deviceId } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';

/** What time a device thinks it is. */
export const getClock = defineDeviceTool({
  name: 'system/get-clock',
  title: 'Clock',
  description:
    'Date, time and time zone of a device. Whether its clock is kept right is told by system/get-ntp-status.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({ device_id: deviceId }),
  output: z.strictObject({
    ...deviceFacts,
    date: z.string(),
    time: z.string(),
    time_zone: z.string(),
    gmt_offset: z.string(),
  }),
  run: async (_args, { device, router }) => {
    const row = await router.read('/system/clock');
    const facts = {
      device_id: device.id,
      date: oneLine(row['date'] ?? ''),
      time: oneLine(row['time'] ?? ''),
      time_zone: oneLine(row['time-zone-name'] ?? ''),
      gmt_offset: oneLine(row['gmt-offset'] ?? ''),
    };
    const zone = [facts.time_zone, facts.gmt_offset].filter((part) => part !== '').join(', ');
    return { text: `${device.id}: ${facts.date} ${facts.time} (${zone})`, facts };
  },
});
