import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
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
    const read = async () => {
      const entries = await router.list('/ip/dns/cache', { '.proplist': '.id,name,static' });
      const ids = entries.filter((entry) => entry['static'] !== 'true').map(idOf);
      return { ids: new Set(ids), used: (await readDns(router)).cache_used_kib };
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
    const used = [before.used, after.used] as const;
    return {
      text: `${device.id}: the DNS cache was flushed (${kib(used[0])} used before, ${kib(used[1])} now)`,
      facts: { device_id: device.id, cache_used_kib_before: used[0], cache_used_kib: used[1] },
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
