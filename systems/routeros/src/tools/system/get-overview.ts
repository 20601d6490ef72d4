import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import type { Router, Row } from '../../device/fleet.js';
import { toInteger, toSeconds } from '../../device/values.js';
import { readVersion } from '../../device/version.js';
import { oneLine } from '../../safety/one-line.js';
import { deviceFacts, deviceId, whole } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { describeUptime } from './describe-uptime.js';

const output = z.strictObject({
  ...deviceFacts,
  identity: z.string(),
  board: z.string(),
  routeros_version: z.string(),
  uptime_seconds: whole,
  cpu_usage_percent: z.number(),
  memory_total_bytes: whole,
  memory_used_bytes: whole,
});

type Overview = z.output<typeof output>;

/** What a device is, and how it is doing. */
export const getOverview = defineDeviceTool({
  name: 'system/get-overview',
  title: 'System overview',
  description:
    'Identity, RouterOS version, uptime, CPU and memory of a device. Use it first to see whether a device is well.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({ device_id: deviceId }),
  output,
  run: async (_args, { router }) => {
    const [resource, identity] = await Promise.all([
      router.read('/system/resource'),
      router.read('/system/identity'),
    ]);
    const total = need(router, resource, 'total-memory', toInteger);
    const facts: Overview = {
      device_id: router.device.id,
      identity: oneLine(identity['name'] ?? ''),
      board: oneLine(resource['board-name'] ?? 'unknown'),
      routeros_version: need(router, resource, 'version', readVersion),
      uptime_seconds: Math.floor(need(router, resource, 'uptime', toSeconds)),
      cpu_usage_percent: need(router, resource, 'cpu-load', toInteger),
      memory_total_bytes: total,
      memory_used_bytes: total - need(router, resource, 'free-memory', toInteger),
    };
    return { text: describe(facts), facts };
  },
});

function describe(o: Overview): string {
  const memory = Math.round((100 * o.memory_used_bytes) / Math.max(1, o.memory_total_bytes));
  return (
    `${o.device_id} (${o.identity}): RouterOS ${o.routeros_version} on ${o.board}, ` +
    `up ${describeUptime(o.uptime_seconds)}, CPU ${o.cpu_usage_percent} %, memory ${memory} % used`
  );
}

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
