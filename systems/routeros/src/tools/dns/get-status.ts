import { z } from 'zod';
import { deviceFacts, deviceId } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { dnsFacts, readDns } from './dns-facts.js';
import { nameServers } from './servers.js';

/** How a device resolves names. */
export const getDnsStatus = defineDeviceTool({
  name: 'dns/get-status',
  title: 'DNS status',
  description: 'The DNS servers of a device, whether it answers others, and its cache.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({ device_id: deviceId }),
  output: z.strictObject({ ...deviceFacts, ...dnsFacts }),
  run: async (_args, { device, router }) => {
    const dns = await readDns(router);
    const used = dns.cache_used_kib === null ? '' : `, cache ${dns.cache_used_kib} KiB used`;
    const text =
      `${device.id}: DNS servers ${nameServers(dns.dns_servers)}; learned ${nameServers(dns.dynamic_servers)}; ` +
      `${dns.allow_remote_requests ? 'answers' : 'does not answer'} requests of others${used}`;
    return { text, facts: { device_id: device.id, ...dns } };
  },
});
