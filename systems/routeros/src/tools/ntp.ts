import { z } from 'zod';
import { oneLine, serverList } from '../safety/addresses.js';
import { getTool, setTool } from './device-tools.js';
import { cleanText, field, flag, record } from './fields.js';
import { hostName, nameServers, sameServers, splitServers } from './schemas.js';
import type { RouterosTool } from './tool.js';

const MENU = '/system/ntp/client';
const LOOK = 'system/get-ntp-status';

const ntpServers = field(z.array(z.string()), (row) => [...splitServers(row['servers'])]);

const cleanOrNull = (member: string) =>
  field(z.string().nullable(), (row) => (row[member] ? oneLine(row[member]) : null));

/** Whether a device keeps its clock right, and by whom. */
export const getNtpStatus = getTool({
  name: LOOK,
  title: 'NTP status',
  description:
    'Show whether the NTP client of a device is on and synchronised, and with which server. ntp/update-servers changes the servers.',
  since: '7.10',
  read: (router) => router.read(MENU),
  item: record(
    {
      enabled: flag('enabled'),
      status: cleanText('status', 'unknown'),
      synced_server: cleanOrNull('synced-server'),
      system_offset: cleanOrNull('system-offset'),
      ntp_servers: ntpServers,
    },
    ({ enabled, status, synced_server: synced, ntp_servers: servers }) => {
      const state = `${status}${synced === null ? '' : ` with ${synced}`}`;
      return `${enabled ? state : 'the NTP client is disabled'}; servers: ${nameServers(servers)}`;
    },
  ),
});

const client = record({ enabled: flag('enabled'), ntp_servers: ntpServers });

/** Have a device take its time from other servers. */
export const updateNtpServers = setTool({
  name: 'ntp/update-servers',
  title: 'Update NTP servers',
  description:
    'Replace the NTP servers of a device by the given list. enable=true also switches the NTP client on. ' +
    'For many devices at once use plan/create with kind dns-ntp-rollout.',
  input: {
    ntp_servers: serverList(hostName).describe('Addresses or names, best first'),
    enable: z.boolean().optional().describe('Also switch the NTP client on or off'),
  },
  look: LOOK,
  what: 'NTP client',
  subject: ['NTP servers', 'are'],
  state: client.schema,
  read: async (router) => client.read(await router.read(MENU)),
  wanted: ({ ntp_servers, enable }, { enabled }) => ({
    enabled: enable ?? enabled,
    ntp_servers,
  }),
  isSame: (a, b) => a.enabled === b.enabled && sameServers(a.ntp_servers, b.ntp_servers),
  command: `${MENU}/set`,
  write: ({ ntp_servers: servers, enable }) => ({
    servers: servers.join(','),
    ...(enable !== undefined && { enabled: enable ? 'yes' : 'no' }),
  }),
  show: ({ enabled, ntp_servers: servers }) =>
    `${nameServers(servers)}, ${enabled ? 'enabled' : 'disabled'}`,
  say: ({ ntp_servers: servers }) => nameServers(servers),
  note: ({ enabled }) =>
    enabled ? '' : '; the NTP client is disabled (enable=true switches it on)',
});

/** Where a device takes its time from; system/get-ntp-status reads it. */
export const ntpTools: readonly RouterosTool[] = [updateNtpServers];
