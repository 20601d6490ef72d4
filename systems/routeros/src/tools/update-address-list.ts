import { routeros } from '@errata/catalogs/routeros';
import { isFault } from '@errata/core';
import { z } from 'zod';
import type { Router } from '../device/fleet.js';
import { withoutRetry } from '../device/device-faults.js';
import { oneLine } from '../safety/addresses.js';
import { requireMcpList } from '../safety/rules.js';
import {
  ADDRESS_LISTS,
  compareEntries,
  type ListEntry,
  type EntryChanges,
  listName,
  protectListedManagement,
  sameAs,
  shownEntry,
} from './address-lists.js';
import { describeListing } from './fields.js';
import { changeFacts, comment, dryRun, ipv4Network, listed } from './schemas.js';
import { defineDeviceTool, SETS, type ValuesOf } from './tool.js';
import { readBack, writeOnce } from './write-once.js';

const addresses = z.array(ipv4Network).max(50);

/** Entries of the changed list that the result repeats. */
const SHOWN = 100;

const input = {
  list: listName.describe('Name of the list; it must start with mcp-'),
  add: addresses.default([]).describe('IPv4 addresses and prefixes to add'),
  remove: addresses.default([]).describe('IPv4 addresses and prefixes to remove'),
  comment: comment.optional().describe('Stored with the entries that are added'),
  timeout: z
    .string()
    .regex(
      /^(?:(?:\d{1,4}[wdhms]){1,5}|\d{1,2}:\d{2}:\d{2})$/,
      'Duration as RouterOS writes it (e.g., 30m, 1d or 01:00:00)',
    )
    .optional()
    .describe('When the device removes the added entries; default: never'),
  dry_run: dryRun,
};

/** Make an address list of this service have some addresses and lack others. */
export const updateAddressList = defineDeviceTool({
  name: 'firewall/update-address-list',
  title: 'Update an address list',
  description:
    'Add and remove addresses of a firewall address list whose name starts with mcp-. ' +
    'You may repeat the same call: it reports addresses that are already in the list, or already removed. Use dry_run first.',
  flag: 'allow_firewall_writes',
  annotations: SETS,
  input,
  output: {
    ...changeFacts,
    list: z.string(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    already_there: z.array(z.string()),
    not_there: z.array(z.string()),
    ...listed(shownEntry.schema),
  },
  async run(args, { device, router, progress }) {
    const { list, dry_run: dry } = args;
    requireMcpList(device, list);
    requireSomething(args);
    const before = await readList(router, list);
    const changes = compareEntries(before, args.add, args.remove);
    await protectListedManagement(router, list, changes);
    const changed = changes.adding.length + changes.removing.length > 0;
    const after =
      dry || !changed
        ? before
        : await changeEntries(router, { ...args, before }, changes, progress);
    const facts = {
      ...{ dry_run: dry, changed, list },
      added: changes.adding,
      removed: changes.removing.map((entry) => entry.address),
      already_there: changes.alreadyThere,
      not_there: changes.notThere,
      ...{ total: after.length, items: after.slice(0, SHOWN) },
    };
    const first = `${oneLine(list)} on ${device.id}: ${summary(facts)}; ${after.length} in the list${dry ? '' : ' now'}`;
    const more = 'firewall/list-address-lists with this list';
    return { text: describeListing({ ...facts, first, line: shownEntry.describe, more }), facts };
  },
});

type Arguments = ValuesOf<typeof input>;

function requireSomething({ add, remove }: Arguments): void {
  if (add.length + remove.length === 0) {
    throw routeros.VALIDATION_ERROR(
      { field: 'add', expected: 'At least one address in add or remove' },
      { details: 'Neither add nor remove has an address' },
    );
  }
  const unwanted = new Set(remove.map(sameAs));
  const both = add.find((text) => unwanted.has(sameAs(text)));
  if (both === undefined) return;
  throw routeros.VALIDATION_ERROR(
    { field: 'remove', value: both, expected: 'Addresses that are not in add' },
    { details: `'${both}' is in both add and remove` },
  );
}

type Counted = 'added' | 'removed' | 'already_there' | 'not_there';

function summary(
  facts: Readonly<Record<Counted, readonly string[]>> & { readonly dry_run: boolean },
): string {
  const would = facts.dry_run ? 'would be ' : '';
  const parts = [
    [facts.added.length, `${would}added`],
    [facts.removed.length, `${would}removed`],
    [facts.already_there.length, 'already there'],
    [facts.not_there.length, 'not there'],
  ] as const;
  return parts.flatMap(([n, what]) => (n === 0 ? [] : [`${n} ${what}`])).join(', ');
}

const LOOK = 'firewall/list-address-lists';

interface NewEntries {
  readonly list: string;
  readonly comment?: string | undefined;
  readonly timeout?: string | undefined;
  /** What the list has now. */
  readonly before: ListEntry[];
}

async function readList(router: Router, list: string): Promise<ListEntry[]> {
  return (await router.list(ADDRESS_LISTS, { list })).map((row) => shownEntry.read(row));
}

/** Make the changes one by one, and read what the device has then. */
async function changeEntries(
  router: Router,
  { list, comment, timeout, before }: NewEntries,
  { adding, removing }: EntryChanges,
  progress: (done: number, total: number, message: string) => void,
): Promise<ListEntry[]> {
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
  const isSame = (entry: ListEntry, address: string) => sameAs(entry.address) === sameAs(address);
  // What should go by itself must not stay for ever.
  const isAsWanted = (entry: ListEntry) =>
    !entry.disabled &&
    (timeout === undefined || entry.timeout !== null) &&
    (comment === undefined || (entry.comment ?? '') === router.masked(comment));
  const describe = (entry: Pick<ListEntry, 'address' | 'timeout' | 'comment'>) =>
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

/** The failure of one of several changes, which also says how many were made before. Anything else passes as it is. */
function tellPartialChange(thrown: unknown, done: number, total: number): unknown {
  if (!isFault(thrown) || done === 0) return thrown;
  const { given } = thrown;
  return withoutRetry(thrown, {
    effect: 'unknown',
    suggestion: 'Use firewall/list-address-lists before you repeat it',
    suggestions: [],
    details: (redact) => {
      const details = typeof given.details === 'function' ? given.details(redact) : thrown.details;
      return `${done} of ${total} changes were made, then: ${details}`;
    },
    nextSteps: [
      'Use firewall/list-address-lists to see what the device has now',
      'The same call again does only what is missing',
    ],
  });
}
