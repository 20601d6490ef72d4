import { z } from 'zod';
import { serverList } from '../../safety/index.js';
import { nameServers, sameServers } from '../dns/servers.js';
import { readBack } from '../read-back.js';
import { changeFacts, deviceFacts, deviceId, dryRun, hostName } from '../schemas.js';
import { defineDeviceTool, SETS } from '../tool.js';
import { writeOnce } from '../write-once.js';
import { readNtpClient } from './ntp-client.js';

const LOOK = 'system/get-ntp-status';

const state = z.strictObject({ enabled: z.boolean(), ntp_servers: z.array(z.string()) });

type State = z.output<typeof state>;

/** Have a device take its time from other servers. */
export const updateNtpServers = defineDeviceTool({
  name: 'ntp/update-servers',
  title: 'Update NTP servers',
  description:
    'Replace the NTP servers of a device; the list given is the list afterwards. enable=true also switches the NTP client on. ' +
    'For many devices at once use plan/create with kind dns-ntp-rollout.',
  tier: 'advanced',
  annotations: SETS,
  input: z.strictObject({
    device_id: deviceId,
    ntp_servers: serverList(hostName).describe('Addresses or names, best first'),
    enable: z.boolean().optional().describe('Switch the NTP client on or off as well'),
    dry_run: dryRun,
  }),
  output: z.strictObject({ ...deviceFacts, ...changeFacts, before: state, after: state }),
  run: async ({ ntp_servers, enable, dry_run }, { device, router }) => {
    const read = async () => {
      const { enabled, servers } = await readNtpClient(router);
      return { enabled, ntp_servers: [...servers] };
    };
    const before = await read();
    const wanted = { enabled: enable ?? before.enabled, ntp_servers };
    const changed = !isSame(wanted, before);
    if (changed && !dry_run) {
      const args = {
        servers: ntp_servers.join(','),
        ...(enable !== undefined && { enabled: enable ? 'yes' : 'no' }),
      };
      await writeOnce(() => router.run('/system/ntp/client/set', args, { changes: true }), LOOK);
    }
    const made = {
      ...{ device, look: LOOK, before, what: 'NTP client', expected: describe(wanted) },
      isMade: (now: State) => isSame(now, wanted),
      show: describe,
    };
    const after = dry_run ? wanted : changed ? await readBack(read, made) : before;
    const off = after.enabled ? '' : '; the NTP client is disabled (enable=true switches it on)';
    const lead = changed
      ? `${device.id}: NTP servers ${dry_run ? 'would be' : 'are now'} ${nameServers(after.ntp_servers)}, before ${nameServers(before.ntp_servers)}`
      : `${device.id}: NTP servers are ${nameServers(before.ntp_servers)} already; nothing to change`;
    return {
      text: lead + off,
      facts: { device_id: device.id, dry_run, changed, before, after },
    };
  },
});

function isSame(a: State, b: State): boolean {
  return a.enabled === b.enabled && sameServers(a.ntp_servers, b.ntp_servers);
}

function describe({ enabled, ntp_servers }: State): string {
  return `${nameServers(ntp_servers)}, ${enabled ? 'enabled' : 'disabled'}`;
}
