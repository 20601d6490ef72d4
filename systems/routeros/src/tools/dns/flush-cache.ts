import { z } from 'zod';
import { readBack } from '../read-back.js';
import { deviceFacts, deviceId, whole } from '../schemas.js';
import { defineDeviceTool, SETS } from '../tool.js';
import { writeOnce } from '../write-once.js';
import { readDns } from './dns-facts.js';

const LOOK = 'dns/get-status';

const used = whole.nullable();

/** Have a device forget what it resolved. */
export const flushDnsCache = defineDeviceTool({
  name: 'dns/flush-cache',
  title: 'Flush DNS cache',
  description:
    'Empty the DNS cache of a device, for example after records changed. Names are resolved anew afterwards; nothing else is lost.',
  tier: 'advanced',
  annotations: SETS,
  input: z.strictObject({ device_id: deviceId }),
  output: z.strictObject({
    ...deviceFacts,
    cache_used_kib_before: used,
    cache_used_kib: used,
  }),
  run: async (_args, { device, router }) => {
    const read = async () => (await readDns(router)).cache_used_kib;
    const before = await read();
    await writeOnce(() => router.run('/ip/dns/cache/flush', {}, { changes: true }), LOOK);
    const after = await readBack(read, LOOK);
    return {
      text: `${device.id}: the DNS cache was flushed (${kib(before)} used before, ${kib(after)} now)`,
      facts: { device_id: device.id, cache_used_kib_before: before, cache_used_kib: after },
    };
  },
});

function kib(value: number | null): string {
  return value === null ? 'unknown' : `${value} KiB`;
}
