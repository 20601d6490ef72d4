import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
import { toInteger } from '../../device/values.js';
import { isAddress, oneLine } from '../../safety/index.js';
import { deviceFacts, deviceId, hostName, whole } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { toMilliseconds } from './to-milliseconds.js';

const hopFacts = z.strictObject({
  hop: whole,
  address: z.string().nullable().describe('Null: nobody answered at this distance'),
  loss_percent: z.number().nullable(),
  avg_ms: z.number().nullable(),
  status: z.string().nullable(),
});

type HopFacts = z.output<typeof hopFacts>;

/** The way that traffic takes from the device to an address. */
export const traceroute = defineDeviceTool({
  name: 'tool/traceroute',
  title: 'Trace a route from a device',
  description:
    'Have a device trace the way to an address, hop by hop. At most 5 per minute and device. Use tool/ping first: it is faster.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({
    device_id: deviceId,
    address: hostName.describe('IP address or host name'),
    max_hops: z.int().min(1).max(30).default(15).describe('Where to give up'),
  }),
  output: z.strictObject({
    ...deviceFacts,
    address: z.string(),
    reached: z.boolean(),
    hops: z.array(hopFacts),
  }),
  async run({ address, max_hops: maxHops }, { device, router, settings, progress }) {
    progress(0, undefined, `${device.id} traces the way to ${address}`);
    const rows = await router.run(
      '/tool/traceroute',
      { address, 'max-hops': String(maxHops), count: '1' },
      {
        // A hop that does not answer costs a second.
        timeout: settings.requestTimeout + maxHops * 1000,
        limit: { name: 'traceroutes', perMinute: 5 },
      },
    );
    const hops = lastSection(rows).slice(0, maxHops).map(toHopFacts);
    const last = hops.at(-1);
    const reached =
      last !== undefined &&
      last.address !== null &&
      (isAddress(address) ? last.address === address : hops.length < maxHops);
    const lastKnown = hops.findLast((hop) => hop.address !== null);
    const end = reached
      ? `reached after ${hops.length} hops`
      : `not reached; the last that answered is ${lastKnown?.address ? `${oneLine(lastKnown.address)} (hop ${lastKnown.hop})` : 'nobody'}`;
    return {
      text: [`Trace to ${address} from ${device.id}: ${end}`, ...hops.map(describeHop)].join('\n'),
      facts: { device_id: device.id, address, reached, hops },
    };
  },
});

/** RouterOS repeats the whole table each time that it learned something; the last one has everything. */
function lastSection(rows: readonly Row[]): readonly Row[] {
  const section = rows.at(-1)?.['.section'];
  return rows.filter((row) => row['.section'] === section);
}

function toHopFacts(row: Row, index: number): HopFacts {
  return {
    hop: index + 1,
    address: row['address'] || null,
    loss_percent: toInteger(row['loss']?.replace('%', '')) ?? null,
    avg_ms: toMilliseconds(row['avg'] ?? row['last']) ?? null,
    status: row['status'] || null,
  };
}

function describeHop({ hop, address, avg_ms: time, status }: HopFacts): string {
  const took = time === null ? '' : ` ${time} ms`;
  const note = status === null ? '' : ` (${oneLine(status)})`;
  return address === null
    ? `${hop}: no answer${note}`
    : `${hop}: ${oneLine(address)}${took}${note}`;
}
