import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
import { toInteger } from '../../device/values.js';
import { oneLine } from '../../safety/index.js';
import { deviceFacts, deviceId, hostName, whole } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { rounded, toMilliseconds } from './to-milliseconds.js';

const milliseconds = z.number().nullable();

const replyFacts = z.strictObject({
  seq: whole,
  host: z.string().nullable().describe('Who answered'),
  time_ms: milliseconds.describe('Null: no reply'),
  ttl: whole.nullable(),
  status: z.string().nullable().describe('Why there is no reply, such as timeout'),
});

type ReplyFacts = z.output<typeof replyFacts>;

/** Whether an address answers the device. */
export const ping = defineDeviceTool({
  name: 'tool/ping',
  title: 'Ping from a device',
  description:
    'Have a device ping an address and tell how many replies came back and how fast. At most 10 pings per minute and device. ' +
    'That nothing answers is a result, not a failure; use tool/traceroute to see how far the traffic gets.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({
    device_id: deviceId,
    address: hostName.describe('IP address or host name'),
    count: z.int().min(1).max(10).default(4).describe('How many echo requests to send'),
  }),
  output: z.strictObject({
    ...deviceFacts,
    address: z.string(),
    sent: whole,
    received: whole,
    loss_percent: z.number(),
    min_ms: milliseconds,
    avg_ms: milliseconds,
    max_ms: milliseconds,
    replies: z.array(replyFacts),
  }),
  async run({ address, count }, { device, router, settings, progress }) {
    progress(0, count, `${device.id} pings ${address}`);
    const rows = await router.run(
      '/ping',
      { address, count: String(count) },
      {
        // One echo request per second, beside the time that any request has.
        timeout: settings.requestTimeout + count * 1000,
        limit: { name: 'pings', perMinute: 10 },
      },
    );
    // Whatever a device says, it was asked for so many.
    const replies = rows.slice(0, count).map(toReplyFacts);
    const lines = replies.map(describeReply);
    lines.forEach((line, index) => progress(index + 1, replies.length, line));
    const times = replies.flatMap(({ time_ms: time }) => time ?? []);
    const facts = {
      device_id: device.id,
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

function toReplyFacts(row: Row, index: number): ReplyFacts {
  const status = row['status'] || null;
  return {
    seq: toInteger(row['seq']) ?? index,
    host: row['host'] ?? null,
    // A router on the way that says "net unreachable" was timed too, but is not the reply.
    time_ms: status === null ? (toMilliseconds(row['time']) ?? null) : null,
    ttl: toInteger(row['ttl']) ?? null,
    status,
  };
}

function describeReply({ seq, host, time_ms: time, ttl, status }: ReplyFacts): string {
  const from = host === null ? '' : ` ${oneLine(host)}`;
  if (time === null) return `${seq}:${from} ${oneLine(status ?? 'no reply')}`;
  return `${seq}:${from} ${time} ms${ttl === null ? '' : `, ttl ${ttl}`}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10;
}
