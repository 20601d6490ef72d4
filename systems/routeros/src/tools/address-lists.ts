import { parseCidr } from '../safety/addresses.js';
import { oneLine } from '../safety/one-line.js';
import { flag, maybe, record, text, type Facts } from './fields.js';
import { line } from './schemas.js';

export const ADDRESS_LISTS = '/ip/firewall/address-list';

/** The name of an address list. */
export const listName = line.min(1).max(100);

/** An entry of an address list as results show it. */
export const shownEntry = record({
  id: text('.id'),
  list: text('list'),
  address: text('address').describe('An address, a prefix, a range or a host name'),
  timeout: maybe('timeout').describe('How long it stays; null: until it is removed'),
  dynamic: flag('dynamic'),
  disabled: flag('disabled'),
  comment: maybe('comment'),
});

export type Entry = Facts<typeof shownEntry>;

/** `*5 mcp-blocked 203.0.113.7 for 1h "scanner"`. */
export function describeEntry(shown: Entry): string {
  return [
    `${oneLine(shown.id)} ${oneLine(shown.list)} ${oneLine(shown.address)}`,
    ...(shown.timeout ? [`for ${oneLine(shown.timeout)}`] : []),
    ...(shown.disabled ? ['(disabled)'] : []),
    ...(shown.comment ? [`"${oneLine(shown.comment)}"`] : []),
  ].join(' ');
}

/** What is asked of a list, against what it holds. */
export interface EntryChanges {
  readonly adding: readonly string[];
  readonly removing: readonly Entry[];
  /** Asked for, and nothing to do. */
  readonly alreadyThere: readonly string[];
  readonly notThere: readonly string[];
}

/** What has to be done so that a list has what is added and lacks what is removed. */
export function compareEntries(
  entries: readonly Entry[],
  add: readonly string[],
  remove: readonly string[],
): EntryChanges {
  const present = new Set(entries.map(({ address }) => sameAs(address)));
  const unwanted = new Set(remove.map(sameAs));
  const wanted = [...new Map(add.map((address) => [sameAs(address), address]))];
  return {
    adding: wanted.filter(([key]) => !present.has(key)).map(([, address]) => address),
    removing: entries.filter(({ address }) => unwanted.has(sameAs(address))),
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
