import { z } from 'zod';
import type { Router } from '../../device/fleet.js';
import { serverList } from '../../safety/index.js';
import type { ChangeKind, Snapshot } from './change-kind.js';
import { notThere } from './rows.js';
import { serverAddress, serverName } from './schemas.js';

/** The servers that devices ask for names and for the time. */
export const dnsNtpRolloutChange = z
  .strictObject({
    dns_servers: serverList(serverAddress).optional(),
    ntp_servers: serverList(serverName).optional(),
  })
  .refine((change) => change.dns_servers !== undefined || change.ntp_servers !== undefined, {
    path: ['dns_servers'],
    message: 'Give dns_servers, ntp_servers or both',
  });

export type DnsNtpRolloutChange = z.output<typeof dnsNtpRolloutChange>;

interface Service {
  readonly name: string;
  readonly menu: string;
  readonly servers: string;
}

/** Plans of the kind `dns-ntp-rollout`. */
export const dnsNtpRollout: ChangeKind<DnsNtpRolloutChange> = {
  kind: 'dns-ntp-rollout',
  schema: dnsNtpRolloutChange,

  describe: (change) =>
    Object.entries(change)
      .flatMap(([member, servers]) => (servers ? `${member} ${servers.join(', ')}` : []))
      .join('; '),

  async check(router, change) {
    await read(router, change);
  },

  snapshot: (router, { change }) => read(router, change),

  async apply(router, { change }) {
    for (const { menu, servers } of servicesOf(change)) {
      await router.run(`${menu}/set`, { servers }, { changes: true });
    }
  },

  async verify(router, { change }) {
    const after = await read(router, change);
    for (const { name, menu, servers } of servicesOf(change)) {
      if (after[menu] !== servers) throw notThere(router, `has other ${name} servers than wanted`);
    }
    return after;
  },

  async revert(router, { change }, before) {
    const now = await read(router, change);
    const changed = servicesOf(change).filter(({ menu }) => now[menu] !== before[menu]);
    for (const { menu } of changed) {
      await router.run(`${menu}/set`, { servers: String(before[menu] ?? '') }, { changes: true });
    }
    return changed.length > 0;
  },
};

function servicesOf({ dns_servers, ntp_servers }: DnsNtpRolloutChange): readonly Service[] {
  const services: Service[] = [];
  if (dns_servers) services.push({ name: 'DNS', menu: '/ip/dns', servers: dns_servers.join(',') });
  if (ntp_servers) {
    services.push({ name: 'NTP', menu: '/system/ntp/client', servers: ntp_servers.join(',') });
  }
  return services;
}

/** The servers that the device has now, by menu. */
async function read(router: Router, change: DnsNtpRolloutChange): Promise<Snapshot> {
  const found: Record<string, string> = {};
  for (const { menu } of servicesOf(change)) {
    const { servers = '' } = await router.read(menu);
    found[menu] = servers
      .split(',')
      .map((server) => server.trim())
      .join(',');
  }
  return found;
}
