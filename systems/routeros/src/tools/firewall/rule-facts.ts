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

/** What the action of a rule needs to know beside the traffic. */
const ACTION_OPTIONS = new Set([
  ...['jump-target', 'reject-with', 'address-list', 'address-list-timeout', 'log', 'log-prefix'],
  ...['randomise-ports', 'same-not-by-dst'],
]);

/** Members of a row that say nothing of what the rule matches or does. Any other one is a matcher, known here or not. */
const ABOUT_THE_ROW = new Set([
  ...['chain', 'action', 'disabled', 'dynamic', 'invalid', 'packets', 'bytes', 'comment'],
  ...['creation-time', '.id', '.nextid', '.about'],
]);

/** Characters of conditions that the line of a rule repeats: far more than any real rule has. */
const LINE = 1_000;

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
  matchers: z
    .record(z.string(), z.string())
    .describe(
      'Further conditions of the rule, as RouterOS writes them: it is only for traffic that meets all of them too',
    ),
  action_options: z
    .record(z.string(), z.string())
    .describe('What the action needs beside the traffic, such as jump-target'),
  disabled: z.boolean(),
  invalid: z.boolean().describe('The device cannot use the rule'),
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
    matchers: pick(row, isFurtherMatcher),
    action_options: pick(row, isActionOption),
    disabled: toBoolean(row['disabled']) ?? false,
    invalid: toBoolean(row['invalid']) ?? false,
    dynamic: toBoolean(row['dynamic']) ?? false,
    packets: toInteger(row['packets']) ?? null,
    bytes: toInteger(row['bytes']) ?? null,
    comment: row['comment'] ?? null,
  };
}

export function toNatRuleFacts(row: Row): NatRuleFacts {
  const { matchers, ...facts } = toFilterRuleFacts(row);
  const further = pick(matchers, (name) => !TARGET_MEMBERS.has(name));
  return { ...facts, matchers: further, ...read(TARGETS, row) };
}

/** `*3 input drop protocol=tcp dst-port=23 (disabled) "no telnet"`: never fewer conditions than the rule has without saying so. */
export function describeRule(rule: FilterRuleFacts | NatRuleFacts): string {
  const shown: Readonly<Record<string, unknown>> = rule;
  const matches = Object.entries({ ...MATCHERS, ...TARGETS }).flatMap(([name, member]) => {
    const value = shown[name];
    return typeof value === 'string' ? [`${member}=${oneLine(value)}`] : [];
  });
  const conditions = [...matches, ...tell(rule.matchers), ...tell(rule.action_options)];
  const fit = howManyFit(conditions);
  return [
    `${oneLine(rule.id)} ${oneLine(rule.chain)} ${oneLine(rule.action)}`,
    ...conditions.slice(0, fit),
    ...(conditions.length > fit ? [`(and ${conditions.length - fit} more conditions)`] : []),
    ...(rule.disabled ? ['(disabled)'] : []),
    ...(rule.invalid ? ['(invalid)'] : []),
    ...(rule.dynamic ? ['(dynamic)'] : []),
    ...(rule.comment ? [`"${oneLine(rule.comment)}"`] : []),
  ].join(' ');
}

const KNOWN = new Set<string>(Object.values(MATCHERS));
const TARGET_MEMBERS = new Set<string>(Object.values(TARGETS));

function isFurtherMatcher(name: string): boolean {
  return !KNOWN.has(name) && !ABOUT_THE_ROW.has(name) && !ACTION_OPTIONS.has(name);
}

function isActionOption(name: string, value: string): boolean {
  // Every rule has these two; they say something where they are not what they are at first.
  if (name === 'log') return value !== 'false';
  return ACTION_OPTIONS.has(name) && !(name === 'log-prefix' && value === '');
}

function pick(
  row: Row,
  isWanted: (name: string, value: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => isWanted(name, value)));
}

function tell(members: Members): readonly string[] {
  return Object.entries(members).map(([name, value]) => `${oneLine(name)}=${oneLine(value)}`);
}

function howManyFit(conditions: readonly string[]): number {
  let length = 0;
  const tooLong = conditions.findIndex((condition) => (length += condition.length + 1) > LINE);
  return tooLong === -1 ? conditions.length : tooLong;
}

function read<M extends Members>(members: M, row: Row) {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, row[member] ?? null]),
  ) as { [K in keyof M]: string | null };
}
