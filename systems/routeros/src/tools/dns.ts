import { z } from 'zod';
import type { Row } from '../device/fleet.js';
import { toInteger } from '../device/values.js';
import { serverList } from '../safety/addresses.js';
import { getTool, setTool } from './device-tools.js';
import { field, flag, record } from './fields.js';
import { ipAddress, nameServers, sameServers, splitServers, whole } from './schemas.js';
import { defineDeviceTool, SETS, type RouterosTool } from './tool.js';
import { readBack, writeOnce } from './write-once.js';

const MENU = '/ip/dns';
const LOOK = 'dns/get-status';

const servers = z.array(z.string());

const serversIn = (member: string) => field(servers, (row) => [...splitServers(row[member])]);

/** RouterOS writes `2048` or `2048KiB`. */
const kibibytes = (member: string) =>
  field(whole.nullable(), (row) => toInteger((row[member] ?? '').replace(/KiB$/, '')) ?? null);

const resolver = record(
  {
    dns_servers: serversIn('servers'),
    dynamic_servers: serversIn('dynamic-servers').describe('Learned, for example by DHCP'),
    allow_remote_requests: flag('allow-remote-requests'),
    cache_size_kib: kibibytes('cache-size'),
    cache_used_kib: kibibytes('cache-used'),
  },
  (dns) => {
    const used = dns.cache_used_kib === null ? '' : `, cache ${dns.cache_used_kib} KiB used`;
    return (
      `DNS servers ${nameServers(dns.dns_servers)}; learned ${nameServers(dns.dynamic_servers)}; ` +
      `${dns.allow_remote_requests ? 'answers' : 'does not answer'} requests of others${used}`
    );
  },
);

/** How a device resolves names. */
export const getDnsStatus = getTool({
  name: LOOK,
  title: 'DNS status',
  description:
    'Show the DNS servers of a device, whether it answers queries of others, and its cache.',
  read: (router) => router.read(MENU),
  item: resolver,
});

/** Have a device ask other DNS servers. */
export const updateDnsServers = setTool({
  name: 'dns/update-servers',
  title: 'Update DNS servers',
  description:
    'Replace the DNS servers of a device by the given list. Servers learned by DHCP stay. ' +
    'For many devices at once use plan/create with kind dns-ntp-rollout.',
  input: { dns_servers: serverList(ipAddress).describe('Addresses, in the order of use') },
  look: LOOK,
  what: 'DNS servers',
  subject: ['DNS servers', 'are'],
  state: servers,
  read: async (router) => resolver.read(await router.read(MENU)).dns_servers,
  wanted: (args) => args.dns_servers,
  isSame: sameServers,
  command: `${MENU}/set`,
  write: (args) => ({ servers: args.dns_servers.join(',') }),
  show: nameServers,
});

const used = whole.nullable();

/** Have a device forget what it resolved. */
export const flushDnsCache = defineDeviceTool({
  name: 'dns/flush-cache',
  title: 'Flush DNS cache',
  description:
    'Empty the DNS cache of a device, for example after records changed. The device then resolves names again; nothing else is lost.',
  annotations: SETS,
  output: { cache_used_kib_before: used, cache_used_kib: used },
  run: async (_args, { device, router }) => {
    const read = async () => {
      const entries = await router.list('/ip/dns/cache', { '.proplist': '.id,name,static' });
      const ids = entries.filter((entry) => entry['static'] !== 'true').map(idOf);
      return { ids: new Set(ids), used: resolver.read(await router.read(MENU)).cache_used_kib };
    };
    const before = await read();
    const { size } = before.ids;
    await writeOnce(() => router.run('/ip/dns/cache/flush', {}, { changes: true }), LOOK);
    const still = ({ ids }: typeof before) => [...before.ids].filter((id) => ids.has(id)).length;
    const after = await readBack(read, {
      ...{ device, look: LOOK, before, what: 'DNS cache' },
      expected: `none of its ${size} entries`,
      // Names that are asked for all the time come back at once; not all of them do.
      isMade: (now) => size === 0 || still(now) < size,
      show: (now) => `${still(now)} of its ${size} entries`,
    });
    return {
      text: `${device.id}: the DNS cache was flushed (${kib(before.used)} used before, ${kib(after.used)} now)`,
      facts: { cache_used_kib_before: before.used, cache_used_kib: after.used },
    };
  },
});

/** An entry that was resolved anew is another one. */
function idOf(entry: Row): string {
  return `${entry['.id']} ${entry['name']}`;
}

function kib(value: number | null): string {
  return value === null ? 'unknown' : `${value} KiB`;
}

/** How a device resolves names. */
export const dnsTools: readonly RouterosTool[] = [getDnsStatus, updateDnsServers, flushDnsCache];
