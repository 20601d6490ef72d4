import { z } from 'zod';
import type { Row } from '../device/fleet.js';
import { oneLine } from '../safety/addresses.js';
import { ADDRESS_LISTS, type ListEntry, listName, shownEntry } from './address-lists.js';
import { listTool } from './device-tools.js';
import {
  count,
  field,
  flag,
  joined,
  maybe,
  maybes,
  quoted,
  record,
  text,
  textOr,
} from './fields.js';
import { limit, line, whole } from './schemas.js';
import type { RouterosTool } from './tool.js';
import { updateAddressList } from './update-address-list.js';

/** What a rule matches. */
const MATCHERS = maybes(
  ...(['protocol', 'src_address', 'dst_address', 'src_port', 'dst_port'] as const),
  ...(['src_address_list', 'dst_address_list', 'in_interface', 'out_interface'] as const),
  ...(['in_interface_list', 'out_interface_list', 'connection_state'] as const),
);

/** Where a NAT rule sends the traffic. */
const TARGETS = maybes('to_addresses', 'to_ports');

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
export const filterRule = record(
  {
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
  },
  describeRule,
);

const targets = record(TARGETS);

/** A rule of the address translation as results show it. */
const natRule = {
  ...record({ ...filterRule.fields, ...TARGETS }, describeRule),
  read(row: Row) {
    const { matchers, ...facts } = filterRule.read(row);
    const further = pick(matchers, (name) => !TARGET_MEMBERS.has(name));
    return { ...facts, matchers: further, ...targets.read(row) };
  },
};

interface ShownRule extends Record<'id' | 'chain' | 'action', string> {
  readonly matchers: Row;
  readonly action_options: Row;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly dynamic: boolean;
  readonly comment: string | null;
}

/** `*3 input drop protocol=tcp dst-port=23 (disabled) "no telnet"`. Says how many conditions the line leaves out. */
function describeRule(rule: ShownRule): string {
  const shown = Object.entries(rule).flatMap(([name, value]: [string, unknown]) => {
    const isCondition = name in MATCHERS || name in TARGETS;
    return isCondition && typeof value === 'string' ? [`${memberOf(name)}=${value}`] : [];
  });
  const conditions = [...shown, ...tell(rule.matchers), ...tell(rule.action_options)];
  const fit = howManyFit(conditions);
  return joined(
    ' ',
    `${rule.id} ${rule.chain} ${rule.action}`,
    ...conditions.slice(0, fit),
    conditions.length > fit && `(and ${conditions.length - fit} more conditions)`,
    rule.disabled && '(disabled)',
    rule.invalid && '(invalid)',
    rule.dynamic && '(dynamic)',
    quoted(rule.comment),
  );
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

const tell = (shown: Row): readonly string[] =>
  Object.entries(shown).map(([name, value]) => `${name}=${value}`);

function howManyFit(conditions: readonly string[]): number {
  let length = 0;
  const tooLong = conditions.findIndex((condition) => (length += condition.length + 1) > LINE);
  return tooLong === -1 ? conditions.length : tooLong;
}

const ruleInput = (chains: string) => ({
  chain: line.min(1).max(100).optional().describe(`Only this chain, such as ${chains}`),
  limit: limit(100_000, 100),
});

interface FoundRules {
  readonly id: string;
  readonly args: { readonly chain: string | undefined };
  readonly all: readonly Pick<ShownRule, 'disabled'>[];
}

function countRules(what: string, { id, args: { chain }, all }: FoundRules): string {
  const where = chain === undefined ? '' : ` in chain ${oneLine(chain)}`;
  return `${what} of ${id}${where}: ${all.length}, ${all.filter((rule) => rule.disabled).length} disabled`;
}

/** The rules of the filter, in the order in which they are tried. */
export const listRules = listTool({
  name: 'firewall/list-rules',
  title: 'List firewall rules',
  description:
    'List the filter rules of the IPv4 firewall of a device in their order: the first match decides. ' +
    'Use firewall/list-nat for address translation, and plan/create to change rules.',
  input: ruleInput('input or forward'),
  menu: '/ip/firewall/filter',
  filters: ['chain'],
  item: filterRule,
  first: (found) => countRules('Firewall rules', found),
  more: 'a higher limit, or a chain',
});

/** The rules of the address translation, in the order in which they are tried. */
export const listNat = listTool({
  name: 'firewall/list-nat',
  title: 'List NAT rules',
  description:
    'List the address translation rules (NAT) of the IPv4 firewall of a device in their order.',
  input: ruleInput('srcnat or dstnat'),
  menu: '/ip/firewall/nat',
  filters: ['chain'],
  item: natRule,
  first: (found) => countRules('NAT rules', found),
  more: 'a higher limit, or a chain',
});

/** Lists that the first line names. */
const NAMED = 10;

/** The address lists that firewall rules refer to. */
export const listAddressLists = listTool({
  name: 'firewall/list-address-lists',
  title: 'List address lists',
  description:
    'List the address lists of the IPv4 firewall of a device and their entries. ' +
    'firewall/update-address-list changes lists whose names start with mcp-.',
  input: {
    list: listName.optional().describe('Only the entries of this list'),
    limit: limit(100_000, 100),
  },
  menu: ADDRESS_LISTS,
  filters: ['list'],
  item: shownEntry,
  first({ id, args: { list }, all }) {
    const lists = countByList(all);
    const named = lists.slice(0, NAMED).map(({ name, entries: n }) => `${oneLine(name)} (${n})`);
    const others = lists.length > NAMED ? ` and ${lists.length - NAMED} others` : '';
    const where = list === undefined ? '' : ` in list ${oneLine(list)}`;
    return `Address list entries of ${id}${where}: ${all.length}${named.length === 0 ? '' : `; lists: ${named.join(', ')}${others}`}`;
  },
  more: 'a higher limit, or a list',
  output: {
    lists: z
      .array(z.strictObject({ name: z.string(), entries: whole }))
      .describe('How many entries each list has'),
  },
  facts: (all) => ({ lists: countByList(all) }),
});

function countByList(entries: readonly ListEntry[]) {
  const counts = new Map<string, number>();
  for (const { list } of entries) counts.set(list, (counts.get(list) ?? 0) + 1);
  return [...counts].map(([name, n]) => ({ name, entries: n }));
}

export const firewallTools: readonly RouterosTool[] = [
  listRules,
  listNat,
  listAddressLists,
  updateAddressList,
];
