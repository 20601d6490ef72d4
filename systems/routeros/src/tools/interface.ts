import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import type { Router, Row } from '../device/fleet.js';
import { oneLine } from '../safety/addresses.js';
import { getTool, listTool } from './device-tools.js';
import { count, flag, joined, maybe, quoted, record, text, textOr } from './fields.js';
import { interfaceName, limit, line } from './schemas.js';
import type { RouterosTool } from './tool.js';

const INTERFACES = '/interface';

const shownInterface = record(
  {
    id: text('.id'),
    name: text('name'),
    type: textOr('unknown', 'type').describe('Such as ether, bridge, vlan, wireguard'),
    running: flag('running').describe('Whether the link is up'),
    disabled: flag('disabled'),
    mtu: count('actual-mtu', 'mtu'),
    mac_address: maybe('mac-address'),
    comment: maybe('comment'),
  },
  (shown) => {
    const mtu = shown.mtu !== null && `MTU ${shown.mtu}`;
    return `${shown.name} (${shown.type}): ${joined(', ', stateOf(shown), mtu, shown.mac_address, quoted(shown.comment))}`;
  },
);

/** The interfaces of a device and whether they are up. */
export const listInterfaces = listTool({
  name: 'interface/list',
  title: 'List interfaces',
  description:
    'List the interfaces of a device: name, type, whether the link is up, MTU and MAC address. ' +
    'interface/get-stats shows the traffic of one interface.',
  input: {
    type: line.min(1).max(50).optional().describe('Only this type, such as ether or bridge'),
    running_only: z.boolean().default(false).describe('Only interfaces whose link is up'),
    limit: limit(100_000, 100),
  },
  menu: INTERFACES,
  filters: ['type'],
  item: shownInterface,
  select: (all, args) => all.filter(({ running }) => running || !args.running_only),
  first({ id, all }) {
    const up = all.filter((one) => stateOf(one) === 'up').length;
    const down = all.filter((one) => stateOf(one) === 'down').map(({ name }) => oneLine(name));
    const trouble =
      down.length === 0 || down.length > 10 ? `${down.length} down` : `down: ${down.join(', ')}`;
    return `Interfaces of ${id}: ${all.length}, ${up} up, ${trouble}`;
  },
  more: 'a higher limit, or a type',
});

/** What names an interface in the arguments of a tool. */
const interfaceReference = interfaceName.describe(
  'Name (ether1) or id (*1) of the interface; interface/list shows them',
);

/** One interface. */
export const getInterface = getTool({
  name: 'interface/get',
  title: 'Get an interface',
  description: 'Show one interface of a device by its name or id.',
  input: { interface: interfaceReference },
  read: (router, args) => findInterface(router, args.interface),
  item: shownInterface,
});

/** The traffic of one interface: counters since the start, and the rates of this moment. */
export const getInterfaceStats = getTool({
  name: 'interface/get-stats',
  title: 'Get traffic of an interface',
  description:
    'Show the traffic of one interface: bytes, packets, errors and drops since the device started, and the current rates. ' +
    'null: the interface does not count it.',
  input: { interface: interfaceReference },
  async read(router, args) {
    const row = await findInterface(router, args.interface);
    const query = { interface: row['name'] ?? '', once: '' };
    const [rates = {}] = await router.run(`${INTERFACES}/monitor-traffic`, query);
    const perSecond = Object.entries(rates).filter(([member]) => member.endsWith('-per-second'));
    return { ...row, ...Object.fromEntries(perSecond) };
  },
  separator: ' ',
  item: record(
    {
      name: text('name'),
      running: flag('running'),
      disabled: flag('disabled'),
      rx_bytes: count('rx-byte'),
      tx_bytes: count('tx-byte'),
      rx_packets: count('rx-packet'),
      tx_packets: count('tx-packet'),
      rx_errors: count('rx-error'),
      tx_errors: count('tx-error'),
      rx_drops: count('rx-drop'),
      tx_drops: count('tx-drop'),
      link_downs: count('link-downs'),
      rx_bits_per_second: count('rx-bits-per-second'),
      tx_bits_per_second: count('tx-bits-per-second'),
      rx_packets_per_second: count('rx-packets-per-second'),
      tx_packets_per_second: count('tx-packets-per-second'),
    },
    (facts) =>
      [
        `${facts.name} is ${stateOf(facts)}: receives ${rate(facts.rx_bits_per_second)}, sends ${rate(facts.tx_bits_per_second)}`,
        `since start: received ${known(facts.rx_bytes)} bytes in ${known(facts.rx_packets)} packets, sent ${known(facts.tx_bytes)} bytes in ${known(facts.tx_packets)} packets`,
        `errors rx/tx ${known(facts.rx_errors)}/${known(facts.tx_errors)}, drops rx/tx ${known(facts.rx_drops)}/${known(facts.tx_drops)}, link went down ${known(facts.link_downs)} times`,
      ].join('\n'),
  ),
});

/** The interface of this name or id. Throws DEVICE_ERROR where the device has none. */
async function findInterface(router: Router, reference: string): Promise<Row> {
  if (reference.startsWith('*')) return router.get(INTERFACES, reference);
  const [row] = await router.list(INTERFACES, { name: reference });
  if (row !== undefined) return row;
  throw routeros.DEVICE_ERROR(
    { device_id: router.device.id, operation: `GET /rest${INTERFACES}` },
    {
      details: `The device has no interface '${oneLine(reference)}'`,
      effect: 'none',
      strategy: 'fix_and_retry',
      suggestions: ['Use interface/list to see the interfaces of the device'],
    },
  );
}

function stateOf({ disabled, running }: Readonly<Record<'disabled' | 'running', boolean>>) {
  if (disabled) return 'disabled';
  return running ? 'up' : 'down';
}

const known = (value: number | null): string => (value === null ? 'unknown' : String(value));

function rate(bits: number | null): string {
  if (bits === null) return 'an unknown rate';
  if (bits >= 1_000_000) return `${(bits / 1_000_000).toFixed(1)} Mbit/s`;
  return bits >= 1000 ? `${(bits / 1000).toFixed(1)} kbit/s` : `${bits} bit/s`;
}

export const interfaceTools: readonly RouterosTool[] = [
  listInterfaces,
  getInterface,
  getInterfaceStats,
];
