import { parseCidr } from '../../safety/index.js';
import type { AddressListFacts } from './address-list-facts.js';

/** What is asked of a list, against what it holds. */
export interface EntryChanges {
  readonly adding: readonly string[];
  readonly removing: readonly AddressListFacts[];
  /** Asked for, and nothing to do. */
  readonly alreadyThere: readonly string[];
  readonly notThere: readonly string[];
}

/** What has to be done so that a list has what is added and lacks what is removed. */
export function compareEntries(
  entries: readonly AddressListFacts[],
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
