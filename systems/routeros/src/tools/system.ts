import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import type { Router, Row } from '../device/fleet.js';
import { readVersion, toInteger, toSeconds } from '../device/values.js';
import { oneLine } from '../safety/addresses.js';
import { getTool, listTool, setTool } from './device-tools.js';
import { cleanText, flag, joined, record } from './fields.js';
import { getNtpStatus } from './ntp.js';
import { line, whole } from './schemas.js';
import { defineDeviceTool, type RouterosTool } from './tool.js';

const IDENTITY = '/system/identity';

/** What a device is, and how it is doing. */
export const getOverview = defineDeviceTool({
  name: 'system/get-overview',
  title: 'System overview',
  description:
    'Show identity, RouterOS version, uptime, CPU and memory of a device. Use it first to check the health of a device.',
  output: {
    identity: z.string(),
    board: z.string(),
    routeros_version: z.string(),
    uptime_seconds: whole,
    cpu_usage_percent: z.number(),
    memory_total_bytes: whole,
    memory_used_bytes: whole,
  },
  run: async (_args, { router }) => {
    const [resource, identity] = await Promise.all([
      router.read('/system/resource'),
      router.read(IDENTITY),
    ]);
    const total = need(router, resource, 'total-memory', toInteger);
    const facts = {
      identity: oneLine(identity['name'] ?? ''),
      board: oneLine(resource['board-name'] ?? 'unknown'),
      routeros_version: need(router, resource, 'version', readVersion),
      uptime_seconds: Math.floor(need(router, resource, 'uptime', toSeconds)),
      cpu_usage_percent: need(router, resource, 'cpu-load', toInteger),
      memory_total_bytes: total,
      memory_used_bytes: total - need(router, resource, 'free-memory', toInteger),
    };
    const memory = Math.round((100 * facts.memory_used_bytes) / Math.max(1, total));
    const text =
      `${router.device.id} (${facts.identity}): RouterOS ${facts.routeros_version} on ${facts.board}, ` +
      `up ${describeUptime(facts.uptime_seconds)}, CPU ${facts.cpu_usage_percent} %, memory ${memory} % used`;
    return { text, facts };
  },
});

function need<T>(
  { device }: Router,
  row: Row,
  name: string,
  convert: (text: string) => T | undefined,
): T {
  const text = row[name];
  const value = text === undefined ? undefined : convert(text);
  if (value !== undefined) return value;
  throw routeros.DEVICE_ERROR(
    { device_id: device.id, operation: 'GET /rest/system/resource' },
    { details: `The device did not tell its ${name}`, effect: 'none' },
  );
}

const UNITS = [
  [604_800, 'w'],
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'm'],
  [1, 's'],
] as const;

/** A duration in its two largest units: `1d 2h`. */
export function describeUptime(seconds: number): string {
  const largest = UNITS.findIndex(([length]) => seconds >= length);
  if (largest === -1) return '0s';
  let rest = seconds;
  const parts: string[] = [];
  for (const [length, letter] of UNITS.slice(largest, largest + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count}${letter}`);
  }
  return parts.join(' ');
}

/** The software that is installed on a device. */
export const getPackages = listTool({
  name: 'system/get-packages',
  title: 'Installed packages',
  description:
    'List the RouterOS packages of a device with their versions, and which are disabled.',
  menu: '/system/package',
  item: record(
    { name: cleanText('name'), version: cleanText('version'), disabled: flag('disabled') },
    ({ name, version, disabled }) => `${name} ${version}${disabled ? ' (disabled)' : ''}`,
  ),
  first: ({ id, all }) => `${id} has ${all.length} packages`,
});

/** What time a device thinks it is. */
export const getClock = getTool({
  name: 'system/get-clock',
  title: 'Clock',
  description:
    'Show date, time and time zone of a device. system/get-ntp-status says whether its clock is synchronised.',
  read: (router) => router.read('/system/clock'),
  item: record(
    {
      date: cleanText('date'),
      time: cleanText('time'),
      time_zone: cleanText('time-zone-name'),
      gmt_offset: cleanText('gmt-offset'),
    },
    (clock) => `${clock.date} ${clock.time} (${joined(', ', clock.time_zone, clock.gmt_offset)})`,
  ),
});

/** Give a device another name of its own. */
export const setIdentity = setTool({
  name: 'system/set-identity',
  title: 'Set identity',
  description:
    'Change the identity (host name) on a device. Its name in the registry stays; registry/update changes that.',
  input: { identity: line.min(1).max(64) },
  look: 'system/get-overview',
  what: 'identity',
  subject: ['the identity', 'is'],
  state: z.string(),
  read: async (router) => (await router.read(IDENTITY))['name'] ?? '',
  wanted: ({ identity }) => identity,
  isSame: (a, b) => a === b,
  masked: (wanted, router) => router.masked(wanted),
  command: `${IDENTITY}/set`,
  write: ({ identity }) => ({ name: identity }),
  show: (identity) => `'${identity}'`,
  say: (identity) => `'${oneLine(identity)}'`,
  members: ['identity_before', 'identity'],
});

/** What a device is, what runs on it, and what time it has. */
export const systemTools: readonly RouterosTool[] = [
  getOverview,
  getPackages,
  getClock,
  getNtpStatus,
  setIdentity,
];
