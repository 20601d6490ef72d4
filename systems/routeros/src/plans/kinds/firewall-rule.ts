import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import type { Router, Row } from '../../device/fleet.js';
import { oneLine, parseCidr } from '../../safety/addresses.js';
import { isLetting, isRefusing, mayMatch } from '../../safety/may-match.js';
import { managementConnection } from '../../safety/management-connection.js';
import { protectDynamic, unsafe } from '../../safety/rules.js';
import { findShadows, type Shadow } from '../../safety/shadows.js';
import { filterRule } from '../../tools/firewall.js';
import { addressOrNetwork, type ChangeKind, comment } from './change-kind.js';
import {
  idOf,
  isSame,
  markOf,
  NOT_THERE,
  pick,
  quoted,
  removeMarked,
  rowIn,
  verifyAdded,
  verifyRemoved,
} from './rows.js';

const MENU = '/ip/firewall/filter';
const ADDRESS_LISTS = '/ip/firewall/address-list';
const PORTS = /^\d{1,5}(?:-\d{1,5})?(?:,\d{1,5}(?:-\d{1,5})?)*$/;

const ipv4Matcher = addressOrNetwork.refine(
  (text) => parseCidr(text)?.family !== 6,
  'IPv4 address or network (e.g., 192.0.2.0/24)',
);

/** A rule of the IPv4 firewall's filter to add at its end, or to remove. */
export const firewallRuleChange = z
  .strictObject({
    action: z.enum(['add', 'remove']),
    chain: z.enum(['input', 'forward', 'output']).optional().describe('Needed to add'),
    rule_action: z
      .enum(['accept', 'drop', 'reject', 'tarpit', 'log', 'passthrough'])
      .optional()
      .describe('Needed to add'),
    src_address: ipv4Matcher.optional(),
    dst_address: ipv4Matcher.optional(),
    protocol: z.enum(['tcp', 'udp', 'icmp', 'gre', 'ipsec-esp', 'ipsec-ah', 'ospf']).optional(),
    dst_port: z
      .string()
      .regex(PORTS, 'Port, range or list of them (e.g., 443 or 80,8000-8100)')
      .optional(),
    src_address_list: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'Name of an address list')
      .optional(),
    comment: comment.optional(),
    id: z
      .string()
      .regex(/^\*[0-9A-F]{1,8}$/, 'RouterOS item id (e.g., *A)')
      .optional()
      .describe('The rule to remove; firewall/list-rules shows them'),
  })
  .superRefine((change, context) => {
    const needed =
      change.action === 'add' ? (['chain', 'rule_action'] as const) : (['id'] as const);
    for (const member of needed) {
      if (change[member] !== undefined) continue;
      const message = `Needed to ${change.action} a rule`;
      context.addIssue({ code: 'custom', path: [member], message });
    }
    const withPorts = change.protocol === 'tcp' || change.protocol === 'udp';
    if (change.dst_port !== undefined && !withPorts) {
      const message = 'A rule with ports needs protocol tcp or udp';
      context.addIssue({ code: 'custom', path: ['protocol'], message });
    }
  });

export type FirewallRuleChange = z.output<typeof firewallRuleChange>;

const READ_ONLY = new Set(['bytes', 'packets', 'dynamic', 'invalid']);

/** Plans of the kind `firewall-rule`. */
export const firewallRule: ChangeKind<FirewallRuleChange> = {
  kind: 'firewall-rule',
  schema: firewallRuleChange,
  members: Object.keys(firewallRuleChange.shape),
  flag: 'allow_firewall_writes',

  // The same id is another rule on another device.
  mostDevices: ({ action }) => (action === 'remove' ? 1 : undefined),

  describe({ action, id, rule_action, comment, ...matched }) {
    if (action === 'remove') return `remove firewall rule ${id}`;
    const { chain, ...matchers } = matched;
    const members = Object.entries({ chain, action: rule_action, ...matchers });
    const conditions = members.flatMap(([name, value]) =>
      value === undefined ? [] : `${name}=${value}`,
    );
    return `add firewall rule ${conditions.join(' ')}${quoted(comment)}`;
  },

  async check(router, change) {
    if (change.action === 'add') {
      const rule = ruleOf(change);
      if (!isRefusing(rule)) return;
      const what = `A ${rule['action']} rule in chain ${rule['chain']}`;
      await protectConnection(router, { rule, rules: [] }, what);
      return;
    }
    const rules = await router.list(MENU);
    const rule = findRule(router, change, rules);
    protectDynamic(router.device, rule, `firewall rule ${change.id}`);
    if (!isLetting(rule)) return;
    await protectConnection(router, { rule, rules }, `Removing rule ${change.id}`);
  },

  async snapshot(router, { change }) {
    if (change.action === 'add') return {};
    const rows = await router.list(MENU);
    const rule = findRule(router, change, rows);
    const next = rows[rows.indexOf(rule) + 1];
    const alike = rows.filter((row) => isSame(row, rule, writableOf(rule)));
    return {
      rule,
      next: next === undefined ? null : idOf(next),
      alike: String(alike.length),
    };
  },

  async apply(router, wanted, before) {
    if (wanted.change.action === 'remove') await router.remove(MENU, idOf(rowIn(before, 'rule')));
    else await router.create(MENU, { ...ruleOf(wanted.change), comment: markOf(wanted) });
  },

  async verify(router, wanted, before) {
    if (wanted.change.action === 'add') {
      const added = { menu: MENU, mark: markOf(wanted), wanted: ruleOf(wanted.change) };
      return { rows: await verifyAdded(router, added, RULE) };
    }
    verifyRemoved(router, rowIn(before, 'rule'), await router.list(MENU), RULE);
    return {};
  },

  async warn(router, wanted) {
    if (wanted.change.action === 'remove') return undefined;
    const rows = await router.list(MENU);
    const mark = router.masked(markOf(wanted));
    const own = rows.findIndex((row) => row['comment'] === mark);
    const shadows = findShadows(ruleOf(wanted.change), own === -1 ? rows : rows.slice(0, own));
    return describeShadows(shadows);
  },

  async undo(router, wanted, before) {
    const { what } = RULE;
    if (wanted.change.action === 'add') {
      return removeMarked(router, { menu: MENU, what, mark: markOf(wanted) });
    }
    const rule = rowIn(before, 'rule');
    const writable = writableOf(rule);
    const rows = await router.list(MENU);
    const alike = rows.filter((row) => isSame(row, rule, writable)).length;
    if (alike >= Number(before['alike'])) return [];
    const { next } = before;
    const follows = typeof next === 'string' && rows.some((row) => idOf(row) === next);
    const place = follows ? { 'place-before': next } : undefined;
    const run = () => router.create(MENU, { ...pick(rule, writable), ...place });
    return [{ what, expected: tell(rule), actual: NOT_THERE, run }];
  },
};

const RULE = { what: 'firewall rule', look: 'firewall/list-rules', describe: tell };

function tell(rule: Row): string {
  return filterRule.describe(filterRule.read(rule)).trim();
}

/** Rules in front of the new one that are named where they take a part of its traffic. */
const PARTS = 3;

function describeShadows(shadows: readonly Shadow[]): string | undefined {
  const whole = shadows.find(({ all }) => all);
  if (whole !== undefined) {
    return `it never matches: ${tell(whole.rule)} is in front of it and takes all of its traffic`;
  }
  if (shadows.length === 0) return undefined;
  const parts = shadows.slice(0, PARTS).map(({ rule }) => tell(rule));
  const more = shadows.length > PARTS ? `; and ${shadows.length - PARTS} more` : '';
  return `some of its traffic does not reach it, because of rules in front of it: ${parts.join('; ')}${more}`;
}

function ruleOf(change: FirewallRuleChange): Row {
  const members: Record<string, string | undefined> = {
    chain: change.chain,
    action: change.rule_action,
    'src-address': change.src_address,
    'dst-address': change.dst_address,
    protocol: change.protocol,
    'dst-port': change.dst_port,
    'src-address-list': change.src_address_list,
  };
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function writableOf(rule: Row): readonly string[] {
  return Object.keys(rule).filter((member) => !member.startsWith('.') && !READ_ONLY.has(member));
}

function findRule({ device }: Router, { id }: FirewallRuleChange, rules: readonly Row[]): Row {
  const rule = rules.find((row) => idOf(row) === id);
  if (rule !== undefined) return rule;
  const device_id = device.id;
  throw routeros.CONFLICT(
    { device_id },
    {
      details: `Device '${device_id}' has no firewall rule ${id}`,
      suggestion: 'Use firewall/list-rules to see the rules of the device',
    },
  );
}

interface RuleAmongOthers {
  readonly rule: Row;
  /** All rules, where the chain may be one that others jump to. */
  readonly rules: readonly Row[];
}

async function protectConnection(
  router: Router,
  { rule, rules }: RuleAmongOthers,
  what: string,
): Promise<void> {
  const connection = await managementConnection(router.device);
  if (!mayMatch(rule, connection, { rules, lists: await readLists(router, rule) })) return;
  throw unsafe(router.device, 'PROTECT_MANAGEMENT_PATH', {
    details: `${oneLine(what)} could cut the management connection to device '${router.device.id}'`,
  });
}

/** What the address lists hold that a rule names. */
async function readLists(router: Router, rule: Row): Promise<ReadonlyMap<string, readonly Row[]>> {
  const lists = new Map<string, readonly Row[]>();
  for (const member of ['src-address-list', 'dst-address-list']) {
    const list = rule[member]?.replace(/^!/, '');
    if (list) lists.set(list, await router.list(ADDRESS_LISTS, { list }));
  }
  return lists;
}
