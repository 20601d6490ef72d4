import { z } from 'zod';
import type { Row } from '../device/fleet.js';
import { oneLine } from '../safety/one-line.js';
import { count, field, flag, maybe, record, text, textOr, type Facts } from './fields.js';

/** What a rule matches: members of RouterOS, with an underscore for each hyphen. */
const MATCHERS = {
  protocol: maybe('protocol'),
  src_address: maybe('src-address'),
  dst_address: maybe('dst-address'),
  src_port: maybe('src-port'),
  dst_port: maybe('dst-port'),
  src_address_list: maybe('src-address-list'),
  dst_address_list: maybe('dst-address-list'),
  in_interface: maybe('in-interface'),
  out_interface: maybe('out-interface'),
  in_interface_list: maybe('in-interface-list'),
  out_interface_list: maybe('out-interface-list'),
  connection_state: maybe('connection-state'),
};

/** Where a NAT rule sends the traffic. */
const TARGETS = { to_addresses: maybe('to-addresses'), to_ports: maybe('to-ports') };

const memberOf = (name: string) => name.replaceAll('_', '-');

const KNOWN = new Set(Object.keys(MATCHERS).map(memberOf));
const TARGET_MEMBERS = new Set(Object.keys(TARGETS).map(memberOf));

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

const members = z.record(z.string(), z.string());

/** A rule of the filter as results show it. */
export const filterRule = record({
  id: text('.id'),
  chain: text('chain'),
  action: textOr('accept', 'action'),
  ...MATCHERS,
  matchers: field(members, (row) => pick(row, isFurtherMatcher)).describe(
    'Further conditions of the rule, as RouterOS writes them: it is only for traffic that meets all of them too',
  ),
  action_options: field(members, (row) => pick(row, isActionOption)).describe(
    'What the action needs beside the traffic, such as jump-target',
  ),
  disabled: flag('disabled'),
  invalid: flag('invalid').describe('The device cannot use the rule'),
  dynamic: flag('dynamic').describe('Made by the device itself'),
  packets: count('packets').describe('How many packets matched since the start'),
  bytes: count('bytes'),
  comment: maybe('comment'),
});

const targets = record(TARGETS);

/** A rule of the address translation as results show it. */
export const natRule = {
  ...record({ ...filterRule.fields, ...TARGETS }),
  read(row: Row) {
    const { matchers, ...facts } = filterRule.read(row);
    const further = pick(matchers, (name) => !TARGET_MEMBERS.has(name));
    return { ...facts, matchers: further, ...targets.read(row) };
  },
};

export type FilterRule = Facts<typeof filterRule>;

/** `*3 input drop protocol=tcp dst-port=23 (disabled) "no telnet"`: never fewer conditions than the rule has without saying so. */
export function describeRule(rule: FilterRule): string {
  const shown: Readonly<Record<string, unknown>> = rule;
  const matches = Object.keys({ ...MATCHERS, ...TARGETS }).flatMap((name) => {
    const value = shown[name];
    return typeof value === 'string' ? [`${memberOf(name)}=${oneLine(value)}`] : [];
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

function tell(shown: Row): readonly string[] {
  return Object.entries(shown).map(([name, value]) => `${oneLine(name)}=${oneLine(value)}`);
}

function howManyFit(conditions: readonly string[]): number {
  let length = 0;
  const tooLong = conditions.findIndex((condition) => (length += condition.length + 1) > LINE);
  return tooLong === -1 ? conditions.length : tooLong;
}
