import { z } from 'zod';
import { serverList } from '../../safety/index.js';
import { readBack } from '../read-back.js';
import { changeFacts, deviceFacts, deviceId, dryRun, ipAddress } from '../schemas.js';
import { defineDeviceTool, SETS } from '../tool.js';
import { writeOnce } from '../write-once.js';
import { readDns } from './dns-facts.js';
import { nameServers, sameServers } from './servers.js';

const LOOK = 'dns/get-status';

const servers = z.array(z.string());

/** Have a device ask other DNS servers. */
export const updateDnsServers = defineDeviceTool({
  name: 'dns/update-servers',
  title: 'Update DNS servers',
  description:
    'Replace the DNS servers of a device; the list given is the list afterwards. Servers learned by DHCP stay. ' +
    'For many devices at once use plan/create with kind dns-ntp-rollout.',
  tier: 'advanced',
  annotations: SETS,
  input: z.strictObject({
    device_id: deviceId,
    dns_servers: serverList(ipAddress).describe('Addresses, first asked first'),
    dry_run: dryRun,
  }),
  output: z.strictObject({ ...deviceFacts, ...changeFacts, before: servers, after: servers }),
  run: async ({ dns_servers, dry_run }, { device, router }) => {
    const read = async () => (await readDns(router)).dns_servers;
    const before = await read();
    const changed = !sameServers(before, dns_servers);
    if (changed && !dry_run) {
      const args = { servers: dns_servers.join(',') };
      await writeOnce(() => router.run('/ip/dns/set', args, { changes: true }), LOOK);
    }
    const made = {
      ...{ device, look: LOOK, before, what: 'DNS servers', expected: nameServers(dns_servers) },
      isMade: (now: string[]) => sameServers(now, dns_servers),
      show: nameServers,
    };
    const after = dry_run ? dns_servers : changed ? await readBack<string[]>(read, made) : before;
    const text = changed
      ? `${device.id}: DNS servers ${dry_run ? 'would be' : 'are now'} ${nameServers(after)}, before ${nameServers(before)}`
      : `${device.id}: DNS servers are ${nameServers(before)} already; nothing to change`;
    return { text, facts: { device_id: device.id, dry_run, changed, before, after } };
  },
});
