import { isFault } from '@errata/core';
import type { Router, Row } from '../device/fleet.js';
import { holds, oneLine, parseCidr, parseSpan } from '../safety/addresses.js';
import {
  managementConnection,
  type ManagementConnection,
} from '../safety/management-connection.js';
import { directionsTo, isLetting, isRefusing, mayMatch } from '../safety/may-match.js';
import { unsafe } from '../safety/rules.js';
import { type RecordFacts, flag, joined, maybe, quoted, record, text } from './fields.js';
import { line } from './schemas.js';

export const ADDRESS_LISTS = '/ip/firewall/address-list';

/** The name of an address list. */
export const listName = line.min(1).max(100);

/** An entry of an address list: `*5 mcp-blocked 203.0.113.7 for 1h "scanner"`. */
export const shownEntry = record(
  {
    id: text('.id'),
    list: text('list'),
    address: text('address').describe('An address, a prefix, a range or a host name'),
    timeout: maybe('timeout').describe('How long it stays; null: until it is removed'),
    dynamic: flag('dynamic'),
    disabled: flag('disabled'),
    comment: maybe('comment'),
  },
  ({ id, list, address, timeout, disabled, comment }) =>
    joined(
      ' ',
      `${id} ${list} ${address}`,
      timeout && `for ${timeout}`,
      disabled && '(disabled)',
      quoted(comment),
    ),
);

export type ListEntry = RecordFacts<typeof shownEntry>;

export type EntryChanges = ReturnType<typeof compareEntries>;

/** What has to be done so that a list has what is added and lacks what is removed. */
export function compareEntries(
  entries: readonly ListEntry[],
  add: readonly string[],
  remove: readonly string[],
) {
  const present = new Set(entries.map(({ address }) => sameAs(address)));
  const unwanted = new Set(remove.map(sameAs));
  const wanted = [...new Map(add.map((address) => [sameAs(address), address]))];
  return {
    adding: wanted.filter(([key]) => !present.has(key)).map(([, address]) => address),
    removing: entries.filter(({ address }) => unwanted.has(sameAs(address))),
    /** In the request, but already on the device. */
    alreadyThere: wanted.filter(([key]) => present.has(key)).map(([, address]) => address),
    notThere: [...new Map(remove.map((address) => [sameAs(address), address]))]
      .filter(([key]) => !present.has(key))
      .map(([, address]) => address),
  };
}

/** One text for every way to write the same network: `10.0.0.7`, `10.0.0.7/32`; `10.0.0.0/8`, `10.1.2.3/8`. */
export function sameAs(address: string): string {
  const cidr = parseCidr(address);
  if (cidr?.family !== 4) return address;
  return `${cidr.address >> BigInt(32 - cidr.prefix)}/${cidr.prefix}`;
}

/** Throws UNSAFE_OPERATION where a change of a list would make a rule refuse the management connection, or let it through no more. */
export async function protectListedManagement(
  router: Router,
  list: string,
  { adding, removing }: EntryChanges,
): Promise<void> {
  if (adding.length + removing.length === 0) return;
  const rules = await router.list('/ip/firewall/filter');
  const raw = await readRaw(router);
  const connection = await managementConnection(router.device);
  const added = adding.find((address) => mayBeEnd(address, connection));
  const removed = removing.find(({ address }) => mayBeEnd(address, connection))?.address;
  for (const rule of [...rules, ...raw]) {
    const refuses = isRefusing(rule);
    if (!refuses && !letsThrough(rule, rules, connection)) continue;
    // What comes into the list of a rule that refuses is as bad as what leaves the list of one that lets through.
    const [inList, outside] = refuses ? [added, removed] : [removed, added];
    const cut = refersTo(rule, list) ? inList : refersTo(rule, `!${list}`) ? outside : undefined;
    if (cut === undefined) continue;
    const change = cut === added ? 'add' : 'remove';
    const where = refersTo(rule, list) ? 'in it' : 'not in it';
    throw unsafe(router.device, 'PROTECT_MANAGEMENT_PATH', {
      details: `Cannot ${change} ${oneLine(cut)} ${change === 'add' ? 'to' : 'from'} address list '${oneLine(list)}': a rule with action ${oneLine(rule['action'] ?? 'accept')} is for what is ${where}, and the management connection would be cut`,
    });
  }
}

/** The rules in front of the filter. Their chains are others, so what they accept still has the filter before it. */
async function readRaw(router: Router): Promise<readonly Row[]> {
  try {
    return (await router.list('/ip/firewall/raw')).filter(isRefusing);
  } catch (thrown) {
    if (isFault(thrown) && thrown.reason === 'DEVICE_UNSUPPORTED') return [];
    throw thrown;
  }
}

/** Whether an entry has an end of the connection in it, or may have. */
function mayBeEnd(entry: string, { device, service }: ManagementConnection): boolean {
  const span = parseSpan(entry);
  if (span === undefined || service.length === 0) return true;
  return [...device, ...service].some((end) => holds(span, end));
}

/** Whether a rule keeps the connection from a rule behind it, or in another chain, that may refuse it. */
function letsThrough(rule: Row, rules: readonly Row[], connection: ManagementConnection): boolean {
  if (!isLetting(rule) || directionsTo(rule['chain'] ?? '', rules).length === 0) return false;
  const behind = rules.indexOf(rule);
  return rules.some(
    (other, index) =>
      (index > behind || other['chain'] !== rule['chain']) &&
      isRefusing(other) &&
      mayMatch(other, connection, { rules }),
  );
}

function refersTo(rule: Row, reference: string): boolean {
  return rule['src-address-list'] === reference || rule['dst-address-list'] === reference;
}
