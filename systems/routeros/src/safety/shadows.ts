import type { Row } from '../device/fleet.js';
import { isLetting, isRefusing } from './may-match.js';
import { parseSpan, type AddressSpan } from './addresses.js';

/** A rule in front of another one that takes its traffic first. */
export interface Shadow {
  readonly rule: Row;
  /** Whether it takes all of it, so that the other one never matches. */
  readonly all: boolean;
}

/** Members of a rule that say nothing of which packets it is for. */
const NO_MATCHERS = new Set([
  ...['.id', '.nextid', '.about', 'chain', 'action', 'comment', 'disabled', 'dynamic', 'invalid'],
  ...['bytes', 'packets', 'log', 'log-prefix', 'creation-time'],
  ...['jump-target', 'reject-with', 'address-list', 'address-list-timeout'],
]);

/**
 * The rules in front of `rule` that decide over its packets before it does: the first that takes all of them, and those
 * that take a part and decide otherwise. `rules` are all rules of the filter up to the place of `rule`, in their order.
 */
export function findShadows(rule: Row, rules: readonly Row[]): readonly Shadow[] {
  const chains = new Map<string, Row[]>();
  for (const other of rules) {
    const chain = other['chain'] ?? '';
    const rows = chains.get(chain);
    if (rows === undefined) chains.set(chain, [other]);
    else rows.push(other);
  }
  return walk(rule['chain'] ?? '', { rule, chains, budget: { jumps: MOST_JUMPS } }).shadows;
}

/** Jumps that are followed: chains that jump to one another could be walked for ever. */
const MOST_JUMPS = 500;

interface Walk {
  readonly rule: Row;
  readonly chains: ReadonlyMap<string, readonly Row[]>;
  readonly budget: { jumps: number };
}

interface Found {
  readonly shadows: readonly Shadow[];
  /** Whether no packet of the rule comes out of the chain. */
  readonly ends: boolean;
}

function walk(chain: string, walking: Walk, outer: readonly string[] = []): Found {
  const { rule, chains, budget } = walking;
  const shadows: Shadow[] = [];
  // Behind a return that takes some of the packets, nothing here takes all of them.
  let whole = true;
  for (const other of chains.get(chain) ?? []) {
    const share = isInUse(other) ? shareOf(other, rule) : 'none';
    if (share === 'none') continue;
    const all = share === 'all' && whole;
    const target = other['jump-target'];
    if (other['action'] === 'jump') {
      const through = [...outer, chain];
      if (target === undefined || through.includes(target) || budget.jumps-- <= 0) continue;
      const inner = walk(target, walking, through);
      shadows.push(...inner.shadows.map((one) => (all ? one : { ...one, all: false })));
      if (all && inner.ends) return { shadows, ends: true };
    } else if (other['action'] === 'return' && outer.length > 0) {
      if (all) break;
      whole = false;
    } else if (isRefusing(other) || isLetting(other)) {
      if (all || isRefusing(other) !== isRefusing(rule)) shadows.push({ rule: other, all });
      if (all) return { shadows, ends: true };
    }
  }
  return { shadows, ends: false };
}

function isInUse(rule: Row): boolean {
  return rule['disabled'] !== 'true' && rule['invalid'] !== 'true';
}

/** How much of the packets of `rule` another one matches. What is not understood may match some. */
function shareOf(other: Row, rule: Row): 'all' | 'some' | 'none' {
  let all = true;
  for (const [member, value] of Object.entries(other)) {
    if (NO_MATCHERS.has(member) || value === '') continue;
    const share = compare(member, value, rule[member]);
    if (share === 'none') return 'none';
    if (share === 'some') all = false;
  }
  return all ? 'all' : 'some';
}

function compare(member: string, matcher: string, wanted: string | undefined) {
  if (wanted === undefined || wanted === '') return 'some';
  if (matcher === wanted) return RATES.has(member) ? 'some' : 'all';
  const negated = matcher.startsWith('!');
  const [has, isOutside] = relate(member, negated ? matcher.slice(1) : matcher, wanted);
  if (negated ? isOutside : has) return 'all';
  return (negated ? has : isOutside) ? 'none' : 'some';
}

/** Matchers that let the same packet through now and not later. */
const RATES = new Set(['limit', 'dst-limit', 'connection-limit', 'nth', 'random', 'psd', 'time']);

/** Whether a value of a matcher has all of another one, and whether it has nothing of it. */
function relate(member: string, value: string, wanted: string): readonly [boolean, boolean] {
  // A number may be another word for the name.
  if (member === 'protocol')
    return [value === wanted, value !== wanted && !/\d/.test(value[0] ?? '')];
  const read = member.endsWith('-address') ? addressSpans : member.endsWith('port') && portSpans;
  const [its, theirs] = [read && read(value), read && read(wanted)];
  if (!its || !theirs) return [value === wanted, false];
  return [
    theirs.every((span) => its.some((one) => one.first <= span.first && span.last <= one.last)),
    theirs.every((span) => its.every((one) => one.last < span.first || span.last < one.first)),
  ];
}

type Range = Pick<AddressSpan, 'first' | 'last'>;

function addressSpans(text: string): readonly Range[] | undefined {
  const span = parseSpan(text);
  return span && [span];
}

function portSpans(text: string): readonly Range[] | undefined {
  const parts = text.split(',').map((part) => /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim()));
  const ranges = parts.flatMap((part) =>
    part === null ? [] : [{ first: BigInt(part[1]!), last: BigInt(part[2] ?? part[1]!) }],
  );
  return ranges.length === parts.length ? ranges : undefined;
}
