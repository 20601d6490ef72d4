import type { Router } from '../../device/fleet.js';
import { oneLine } from '../../safety/index.js';
import { readBack } from '../read-back.js';
import { writeOnce } from '../write-once.js';
import { ADDRESS_LISTS, toAddressListFacts, type AddressListFacts } from './address-list-facts.js';
import { sameAs, type EntryChanges } from './compare-entries.js';
import { tellPartialChange } from './tell-partial-change.js';

const LOOK = 'firewall/list-address-lists';

export interface NewEntries {
  readonly list: string;
  readonly comment?: string | undefined;
  readonly timeout?: string | undefined;
  /** What the list has now. */
  readonly before: AddressListFacts[];
}

export async function readList(router: Router, list: string): Promise<AddressListFacts[]> {
  return (await router.list(ADDRESS_LISTS, { list })).map(toAddressListFacts);
}

/** Make the changes one by one, and read what the device has then. */
export async function changeEntries(
  router: Router,
  { list, comment, timeout, before }: NewEntries,
  { adding, removing }: EntryChanges,
  progress: (done: number, total: number, message: string) => void,
): Promise<AddressListFacts[]> {
  const row = {
    list,
    ...(comment !== undefined && { comment }),
    ...(timeout !== undefined && { timeout }),
  };
  const steps = [
    ...removing.map(({ id, address }) => ({
      message: `removed ${oneLine(address)}`,
      run: () => router.remove(ADDRESS_LISTS, id),
    })),
    ...adding.map((address) => ({
      message: `added ${address}`,
      run: () => router.create(ADDRESS_LISTS, { ...row, address }),
    })),
  ];
  let done = 0;
  try {
    for (const { message, run } of steps) {
      await writeOnce<unknown>(run, LOOK);
      progress(++done, steps.length, message);
    }
  } catch (thrown) {
    throw tellPartialChange(thrown, done, steps.length);
  }
  const isSame = (entry: AddressListFacts, address: string) =>
    sameAs(entry.address) === sameAs(address);
  // What should go by itself must not stay for ever.
  const isAsWanted = (entry: AddressListFacts) =>
    !entry.disabled &&
    (timeout === undefined || entry.timeout !== null) &&
    (comment === undefined || (entry.comment ?? '') === router.masked(comment));
  const describe = (entry: Pick<AddressListFacts, 'address' | 'timeout' | 'comment'>) =>
    `${entry.address}${entry.timeout === null ? '' : ' with a timeout'}${entry.comment ? ` "${entry.comment}"` : ''}`;
  const added = { timeout: timeout ?? null, comment: comment ?? null };
  const wanted = adding.map((address) => describe({ address, ...added }));
  const gone = removing.map(({ address }) => address);
  return readBack(() => readList(router, list), {
    ...{ device: router.device, look: LOOK, what: `address list ${list}`, before },
    expected: [
      ...(wanted.length > 0 ? [`with ${wanted.join(', ')}`] : []),
      ...(gone.length > 0 ? [`without ${gone.join(', ')}`] : []),
    ].join(', '),
    isMade: (now) =>
      adding.every((address) => now.some((one) => isSame(one, address) && isAsWanted(one))) &&
      !gone.some((address) => now.some((one) => isSame(one, address))),
    show: (now) => now.map(describe).join(', ') || 'empty',
  });
}
