import { z } from 'zod';
import type { Router } from '../../device/fleet.js';
import { notMade } from '../../device/device-faults.js';
import { serverList } from '../../safety/addresses.js';
import { ipAddress, sameServers, splitServers } from '../../tools/schemas.js';
import { type ChangeKind, serverName, type DeviceSnapshot } from './change-kind.js';

/** The servers that devices ask for names and for the time. */
export const dnsNtpRolloutChange = z
  .strictObject({
    dns_servers: serverList(ipAddress).optional(),
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
  members: Object.keys(dnsNtpRolloutChange.shape),

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

  async verify(router, { change }, before) {
    const after = await read(router, change);
    for (const { name, menu, servers } of servicesOf(change)) {
      const now = textIn(after, menu);
      if (sameServers(splitServers(now), splitServers(servers))) continue;
      throw notMade(router.device, {
        ...{ what: `${name} servers`, expected: servers, actual: now || 'none' },
        unchanged: now === textIn(before, menu),
        look: name === 'DNS' ? 'dns/get-status' : 'system/get-ntp-status',
      });
    }
    return after;
  },

  async undo(router, { change }, before) {
    const now = await read(router, change);
    const changed = servicesOf(change).filter(({ menu }) => now[menu] !== before[menu]);
    return changed.map(({ name, menu }) => {
      const servers = textIn(before, menu);
      return {
        what: `${name} servers`,
        expected: servers || 'none',
        actual: textIn(now, menu) || 'none',
        run: () => router.run(`${menu}/set`, { servers }, { changes: true }),
      };
    });
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

function textIn(snapshot: DeviceSnapshot, menu: string): string {
  const value = snapshot[menu];
  return typeof value === 'string' ? value : '';
}

/** The servers that the device has now, by menu. */
async function read(router: Router, change: DnsNtpRolloutChange): Promise<DeviceSnapshot> {
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
