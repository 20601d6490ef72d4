import { z } from 'zod';
import { oneLine } from '../../safety/one-line.js';
import { readNtpClient } from '../ntp/ntp-client.js';
import { deviceFacts, deviceId } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';

/** Whether a device keeps its clock right, and by whom. */
export const getNtpStatus = defineDeviceTool({
  name: 'system/get-ntp-status',
  title: 'NTP status',
  description:
    'Whether the NTP client of a device is on and synchronised, and with which server. ntp/update-servers changes the servers.',
  tier: 'fundamental',
  annotations: READS,
  since: '7.10',
  input: z.strictObject({ device_id: deviceId }),
  output: z.strictObject({
    ...deviceFacts,
    enabled: z.boolean(),
    status: z.string(),
    synced_server: z.string().nullable(),
    system_offset: z.string().nullable(),
    ntp_servers: z.array(z.string()),
  }),
  run: async (_args, { device, router }) => {
    const { row, enabled, servers } = await readNtpClient(router);
    const facts = {
      device_id: device.id,
      enabled,
      status: oneLine(row['status'] ?? 'unknown'),
      synced_server: textOrNull(row['synced-server']),
      system_offset: textOrNull(row['system-offset']),
      ntp_servers: [...servers],
    };
    const synced = facts.synced_server === null ? '' : ` with ${facts.synced_server}`;
    const state = enabled ? `${facts.status}${synced}` : 'the NTP client is disabled';
    const list = servers.length === 0 ? 'none' : servers.join(', ');
    return { text: `${device.id}: ${state}; servers: ${list}`, facts };
  },
});

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : oneLine(text);
}
