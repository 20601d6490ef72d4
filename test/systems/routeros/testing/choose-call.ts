import type { Random } from './random.js';
import type { Facts } from './reply.js';

export interface Call {
  readonly tool: string;
  readonly args: Facts;
}

const READS = [
  'system/get-overview',
  'system/get-clock',
  'system/get-packages',
  'interface/list',
  'ip/list-addresses',
  'ip/get-arp',
  'dns/get-status',
  'routing/list',
  'firewall/list-rules',
  'dhcp/list-leases',
  'log/get-recent',
  'registry/get',
];

/** What one of many clients does next: mostly it reads, at times it writes, and some of it makes no sense. */
export function chooseCall(random: Random, ids: readonly string[], popular: number): Call {
  // A few devices get a third of everything.
  const device_id = random.next() < 0.33 ? random.pick(ids.slice(0, popular)) : random.pick(ids);
  const kind = random.next();
  if (kind < 0.7) return { tool: random.pick(READS), args: { device_id } };
  if (kind < 0.88) return chooseWrite(random, device_id);
  if (kind < 0.94) return { tool: 'registry/list', args: { limit: 5 } };
  return random.pick<Call>([
    { tool: 'system/get-overview', args: { device_id: 'dev-unknown' } },
    { tool: 'dns/update-servers', args: { device_id, dns_servers: ['192.0.2.999'] } },
    { tool: 'firewall/update-address-list', args: { device_id, list: 'own', add: ['192.0.2.1'] } },
    { tool: 'plan/apply', args: { plan_id: 'plan-000000000000' } },
    { tool: 'ip/add-address', args: {} },
  ]);
}

function chooseWrite(random: Random, device_id: string): Call {
  const octet = 1 + Math.floor(random.next() * 250);
  return random.pick<Call>([
    { tool: 'dns/update-servers', args: { device_id, dns_servers: [`192.0.2.${octet}`] } },
    { tool: 'ntp/update-servers', args: { device_id, ntp_servers: [`192.0.2.${octet}`] } },
    { tool: 'system/set-identity', args: { device_id, identity: `router-${octet}` } },
    {
      tool: 'firewall/update-address-list',
      args: { device_id, list: 'mcp-load', add: [`198.51.100.${octet}`] },
    },
  ]);
}
