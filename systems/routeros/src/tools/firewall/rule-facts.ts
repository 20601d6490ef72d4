import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
import { toBoolean, toInteger } from '../../device/values.js';
import { oneLine } from '../../safety/index.js';
import { whole } from '../schemas.js';

const text = z.string().nullable();

/** What a rule matches: the members of RouterOS by the names that results give them. */
const MATCHERS = {
  protocol: 'protocol',
  src_address: 'src-address',
  dst_address: 'dst-address',
  src_port: 'src-port',
  dst_port: 'dst-port',
  src_address_list: 'src-address-list',
  dst_address_list: 'dst-address-list',
  in_interface: 'in-interface',
  out_interface: 'out-interface',
  in_interface_list: 'in-interface-list',
  out_interface_list: 'out-interface-list',
  connection_state: 'connection-state',
} as const;

/** Where a NAT rule sends the traffic. */
const TARGETS = { to_addresses: 'to-addresses', to_ports: 'to-ports' } as const;

type Members = Readonly<Record<string, string>>;

const texts = <M extends Members>(members: M) =>
  Object.fromEntries(Object.keys(members).map((name) => [name, text])) as {
    [K in keyof M]: typeof text;
  };

/** A rule of the filter as results show it. */
export const filterRuleFacts = z.strictObject({
  id: z.string(),
  chain: z.string(),
  action: z.string(),
  ...texts(MATCHERS),
  disabled: z.boolean(),
  dynamic: z.boolean().describe('Made by the device itself'),
  packets: whole.nullable().describe('How many packets matched since the start'),
  bytes: whole.nullable(),
  comment: text,
});

/** A rule of the address translation as results show it. */
export const natRuleFacts = z.strictObject({ ...filterRuleFacts.shape, ...texts(TARGETS) });

export type FilterRuleFacts = z.output<typeof filterRuleFacts>;
export type NatRuleFacts = z.output<typeof natRuleFacts>;

export function toFilterRuleFacts(row: Row): FilterRuleFacts {
  return {
    id: row['.id'] ?? '',
    chain: row['chain'] ?? '',
    action: row['action'] ?? 'accept',
    ...read(MATCHERS, row),
    disabled: toBoolean(row['disabled']) ?? false,
    dynamic: toBoolean(row['dynamic']) ?? false,
    packets: toInteger(row['packets']) ?? null,
    bytes: toInteger(row['bytes']) ?? null,
    comment: row['comment'] ?? null,
  };
}

export function toNatRuleFacts(row: Row): NatRuleFacts {
  return { ...toFilterRuleFacts(row), ...read(TARGETS, row) };
}

/** `*3 input drop protocol=tcp dst-port=23 (disabled) "no telnet"`. */
export function describeRule(rule: FilterRuleFacts | NatRuleFacts): string {
  const shown: Readonly<Record<string, unknown>> = rule;
  const matches = Object.entries({ ...MATCHERS, ...TARGETS }).flatMap(([name, member]) => {
    const value = shown[name];
    return typeof value === 'string' ? [`${member}=${oneLine(value)}`] : [];
  });
  return [
    `${oneLine(rule.id)} ${oneLine(rule.chain)} ${oneLine(rule.action)}`,
    ...matches,
    ...(rule.disabled ? ['(disabled)'] : []),
    ...(rule.dynamic ? ['(dynamic)'] : []),
    ...(rule.comment ? [`"${oneLine(rule.comment)}"`] : []),
  ].join(' ');
}

function read<M extends Members>(members: M, row: Row) {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, row[member] ?? null]),
  ) as { [K in keyof M]: string | null };
}
