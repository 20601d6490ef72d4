import { z } from 'zod';
import { oneLine } from '../safety/one-line.js';
import { ADDRESS_LISTS, describeEntry, listName, shownEntry, type Entry } from './address-lists.js';
import { listTool } from './device-tools.js';
import { describeRule, filterRule, natRule, type FilterRule } from './firewall-rules.js';
import { limit, line, whole } from './schemas.js';
import type { Tool } from './tool.js';
import { updateAddressList } from './update-address-list.js';

const ruleInput = (chains: string) => ({
  chain: line.min(1).max(100).optional().describe(`Only this chain, such as ${chains}`),
  limit: limit(100_000, 100),
});

interface FoundRules {
  readonly id: string;
  readonly args: { readonly chain: string | undefined };
  readonly all: readonly FilterRule[];
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
    'List the filter rules of the IPv4 firewall of a device, in the order in which the device tries them: the first that matches decides. ' +
    'Use firewall/list-nat for address translation. Rules are changed with plan/create.',
  input: ruleInput('input or forward'),
  menu: '/ip/firewall/filter',
  filters: ['chain'],
  item: filterRule,
  first: (found) => countRules('Firewall rules', found),
  line: describeRule,
  more: 'a higher limit, or a chain',
});

/** The rules of the address translation, in the order in which they are tried. */
export const listNat = listTool({
  name: 'firewall/list-nat',
  title: 'List NAT rules',
  description:
    'List the address translation rules (NAT) of the IPv4 firewall of a device, in the order in which the device tries them.',
  input: ruleInput('srcnat or dstnat'),
  menu: '/ip/firewall/nat',
  filters: ['chain'],
  item: natRule,
  first: (found) => countRules('NAT rules', found),
  line: describeRule,
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
  line: describeEntry,
  more: 'a higher limit, or a list',
  output: {
    lists: z
      .array(z.strictObject({ name: z.string(), entries: whole }))
      .describe('How many entries each list has'),
  },
  facts: (all) => ({ lists: countByList(all) }),
});

function countByList(entries: readonly Entry[]) {
  const counts = new Map<string, number>();
  for (const { list } of entries) counts.set(list, (counts.get(list) ?? 0) + 1);
  return [...counts].map(([name, n]) => ({ name, entries: n }));
}

export const firewallTools: readonly Tool[] = [
  listRules,
  listNat,
  listAddressLists,
  updateAddressList,
];
