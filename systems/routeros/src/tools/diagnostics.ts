import { z } from 'zod';
import type { Row } from '../device/fleet.js';
import { toInteger, toSeconds } from '../device/values.js';
import { isAddress, oneLine } from '../safety/addresses.js';
import { count, field, filled, maybe, record } from './fields.js';
import { hostName, whole } from './schemas.js';
import { defineDeviceTool, type RouterosTool } from './tool.js';

const milliseconds = z.number().nullable();

const reply = record(
  {
    host: maybe('host').describe('Who answered'),
    // A router on the way that says "net unreachable" was timed too, but is not the reply.
    time_ms: field(milliseconds, (row) =>
      row['status'] ? null : (toMilliseconds(row['time']) ?? null),
    ).describe('Null: no reply'),
    ttl: count('ttl'),
    status: filled('status').describe('Why there is no reply, such as timeout'),
  },
  ({ host, time_ms: time, ttl, status }) => {
    const from = host === null ? '' : ` ${host}`;
    if (time === null) return `${from} ${status ?? 'no reply'}`;
    return `${from} ${time} ms${ttl === null ? '' : `, ttl ${ttl}`}`;
  },
);

/** Whether an address answers the device. */
export const ping = defineDeviceTool({
  name: 'tool/ping',
  title: 'Ping from a device',
  description:
    'Ping an address from a device, and count and time the replies. At most 10 pings per minute and device. ' +
    'No reply is a result, not a failure; use tool/traceroute to see how far the traffic gets.',
  input: {
    address: hostName.describe('IP address or host name'),
    count: z.int().min(1).max(10).default(4).describe('How many echo requests to send'),
  },
  output: {
    address: z.string(),
    sent: whole,
    received: whole,
    loss_percent: z.number(),
    min_ms: milliseconds,
    avg_ms: milliseconds,
    max_ms: milliseconds,
    replies: z.array(z.strictObject({ seq: whole, ...reply.schema.shape })),
  },
  async run({ address, count: most }, { device, router, settings, progress }) {
    progress(0, most, `${device.id} pings ${address}`);
    const rows = await router.run(
      '/ping',
      { address, count: String(most) },
      {
        // One echo request per second, beside the time that any request has.
        timeout: settings.requestTimeout + most * 1000,
        limit: { name: 'pings', perMinute: 10 },
      },
    );
    // Whatever a device says, it was asked for so many.
    const replies = rows
      .slice(0, most)
      .map((row, index) => ({ seq: toInteger(row['seq']) ?? index, ...reply.read(row) }));
    const lines = replies.map((one) => `${one.seq}:${reply.describe(one)}`);
    lines.forEach((line, index) => progress(index + 1, replies.length, line));
    const times = replies.flatMap(({ time_ms: time }) => time ?? []);
    const facts = {
      address,
      sent: replies.length,
      received: times.length,
      loss_percent: percent(replies.length - times.length, replies.length),
      min_ms: times.length === 0 ? null : Math.min(...times),
      avg_ms: times.length === 0 ? null : rounded(sum(times) / times.length),
      max_ms: times.length === 0 ? null : Math.max(...times),
      replies,
    };
    const speed = facts.avg_ms === null ? 'no reply' : `${facts.avg_ms} ms on average`;
    const first = `Ping of ${address} from ${device.id}: ${facts.received} of ${facts.sent} replies (${facts.loss_percent} % lost), ${speed}`;
    return { text: [first, ...lines].join('\n'), facts };
  },
});

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10;
}

const hop = record(
  {
    address: filled('address').describe('Null: no answer at this distance'),
    loss_percent: field(
      z.number().nullable(),
      (row) => toInteger(row['loss']?.replace('%', '')) ?? null,
    ),
    avg_ms: field(milliseconds, (row) => toMilliseconds(row['avg'] ?? row['last']) ?? null),
    status: filled('status'),
  },
  ({ address, avg_ms: time, status }) => {
    const note = status === null ? '' : ` (${status})`;
    if (address === null) return `no answer${note}`;
    return `${address}${time === null ? '' : ` ${time} ms`}${note}`;
  },
);

/** The way that traffic takes from the device to an address. */
export const traceroute = defineDeviceTool({
  name: 'tool/traceroute',
  title: 'Trace a route from a device',
  description:
    'Trace the route from a device to an address, hop by hop. At most 5 per minute and device. Use tool/ping first: it is faster.',
  input: {
    address: hostName.describe('IP address or host name'),
    max_hops: z.int().min(1).max(30).default(15).describe('Stop after this many hops'),
  },
  output: {
    address: z.string(),
    reached: z.boolean(),
    hops: z.array(z.strictObject({ hop: whole, ...hop.schema.shape })),
  },
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
    const hops = lastSection(rows)
      .slice(0, maxHops)
      .map((row, index) => ({ hop: index + 1, ...hop.read(row) }));
    const last = hops.at(-1);
    const reached =
      last !== undefined &&
      last.address !== null &&
      (isAddress(address) ? last.address === address : hops.length < maxHops);
    const lastKnown = hops.findLast(({ address: known }) => known !== null);
    const end = reached
      ? `reached after ${hops.length} hops`
      : `not reached; ${lastKnown?.address ? `the last that answered is ${oneLine(lastKnown.address)} (hop ${lastKnown.hop})` : 'no hop answered'}`;
    const lines = hops.map((one) => `${one.hop}: ${hop.describe(one)}`);
    return {
      text: [`Trace to ${address} from ${device.id}: ${end}`, ...lines].join('\n'),
      facts: { address, reached, hops },
    };
  },
});

/** RouterOS repeats the whole table each time that it learned something; the last one has everything. */
function lastSection(rows: readonly Row[]): readonly Row[] {
  const section = rows.at(-1)?.['.section'];
  return rows.filter((row) => row['.section'] === section);
}

/** Read a round-trip time of RouterOS: `1ms234us`, `12ms`, or milliseconds alone. Undefined if it is none. */
export function toMilliseconds(text: string | undefined): number | undefined {
  if (text !== undefined && /^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const seconds = toSeconds(text);
  return seconds === undefined ? undefined : rounded(seconds * 1000);
}

/** To a thousandth: what RouterOS measures. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

export const diagnosticTools: readonly RouterosTool[] = [ping, traceroute];
