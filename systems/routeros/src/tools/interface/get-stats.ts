import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
import { toInteger } from '../../device/values.js';
import { oneLine } from '../../safety/index.js';
import { deviceFacts, deviceId, whole } from '../schemas.js';
import { defineDeviceTool, READS } from '../tool.js';
import { stateOf, toInterfaceFacts } from './facts.js';
import { findInterface, interfaceReference, INTERFACES } from './find-interface.js';

const count = whole.nullable();

const COUNTERS = {
  rx_bytes: 'rx-byte',
  tx_bytes: 'tx-byte',
  rx_packets: 'rx-packet',
  tx_packets: 'tx-packet',
  rx_errors: 'rx-error',
  tx_errors: 'tx-error',
  rx_drops: 'rx-drop',
  tx_drops: 'tx-drop',
  link_downs: 'link-downs',
} as const;

const RATES = {
  rx_bits_per_second: 'rx-bits-per-second',
  tx_bits_per_second: 'tx-bits-per-second',
  rx_packets_per_second: 'rx-packets-per-second',
  tx_packets_per_second: 'tx-packets-per-second',
} as const;

/** The traffic of one interface: counters since the start, and the rates of this moment. */
export const getInterfaceStats = defineDeviceTool({
  name: 'interface/get-stats',
  title: 'Get traffic of an interface',
  description:
    'Show the traffic of one interface: bytes, packets, errors and drops since the device started, and the rates right now. ' +
    'Null: this kind of interface does not count it.',
  tier: 'fundamental',
  annotations: READS,
  input: z.strictObject({ device_id: deviceId, interface: interfaceReference }),
  output: z.strictObject({
    ...deviceFacts,
    name: z.string(),
    running: z.boolean(),
    disabled: z.boolean(),
    ...mapMembers(COUNTERS, () => count),
    ...mapMembers(RATES, () => count),
  }),
  async run(args, { device, router }) {
    const row = await findInterface(router, args.interface);
    const shown = toInterfaceFacts(row);
    const { name, running, disabled } = shown;
    const [rates = {}] = await router.run(`${INTERFACES}/monitor-traffic`, {
      interface: name,
      once: '',
    });
    const facts = {
      device_id: device.id,
      name,
      running,
      disabled,
      ...numbers(COUNTERS, row),
      ...numbers(RATES, rates),
    };
    const lost = [facts.rx_errors, facts.tx_errors, facts.rx_drops, facts.tx_drops];
    return {
      text: [
        `${device.id} ${oneLine(name)} is ${stateOf(shown)}: receives ${rate(facts.rx_bits_per_second)}, sends ${rate(facts.tx_bits_per_second)}`,
        `since start: received ${told(facts.rx_bytes)} bytes in ${told(facts.rx_packets)} packets, sent ${told(facts.tx_bytes)} bytes in ${told(facts.tx_packets)} packets`,
        `errors rx/tx ${told(lost[0])}/${told(lost[1])}, drops rx/tx ${told(lost[2])}/${told(lost[3])}, link went down ${told(facts.link_downs)} times`,
      ].join('\n'),
      facts,
    };
  },
});

function numbers<M extends string>(members: Readonly<Record<M, string>>, row: Row) {
  return mapMembers(members, (member) => toInteger(row[member]) ?? null);
}

function mapMembers<M extends string, T>(
  members: Readonly<Record<M, string>>,
  map: (member: string) => T,
): Record<M, T> {
  const entries = Object.entries<string>(members).map(([name, member]) => [name, map(member)]);
  return Object.fromEntries(entries) as Record<M, T>;
}

function told(value: number | null | undefined): string {
  return value === null || value === undefined ? 'unknown' : String(value);
}

function rate(bits: number | null): string {
  if (bits === null) return 'an unknown rate';
  if (bits >= 1_000_000) return `${(bits / 1_000_000).toFixed(1)} Mbit/s`;
  return bits >= 1000 ? `${(bits / 1000).toFixed(1)} kbit/s` : `${bits} bit/s`;
}
