import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import { oneLine, parseCidr, requireMcpList } from '../../safety/index.js';
import { describeListing } from '../listing.js';
import { changeFacts, comment, deviceFacts, deviceId, dryRun, listed } from '../schemas.js';
import { defineDeviceTool, SETS } from '../tool.js';
import { addressListFacts, describeEntry } from './address-list-facts.js';
import { changeEntries, readList } from './change-entries.js';
import { compareEntries, sameAs } from './compare-entries.js';
import { listName } from './list-name.js';
import { protectListedManagement } from './protect-listed-management.js';

const address = z
  .string()
  .refine(
    (text) => parseCidr(text)?.family === 4,
    'Valid IPv4 address or prefix (e.g., 192.0.2.1 or 192.0.2.0/24)',
  );
const addresses = z.array(address).max(50);

/** Entries of the changed list that the result repeats. */
const SHOWN = 100;

const input = z.strictObject({
  device_id: deviceId,
  list: listName.describe('Name of the list; it has to start with mcp-'),
  add: addresses.default([]).describe('IPv4 addresses and prefixes that the list should have'),
  remove: addresses.default([]).describe('IPv4 addresses and prefixes that it should not have'),
  comment: comment.optional().describe('Stored with the entries that are added'),
  timeout: z
    .string()
    .regex(
      /^(?:(?:\d{1,4}[wdhms]){1,5}|\d{1,2}:\d{2}:\d{2})$/,
      'Duration as RouterOS writes it (e.g., 30m, 1d or 01:00:00)',
    )
    .optional()
    .describe('After which the added entries go by themselves; without it they stay'),
  dry_run: dryRun,
});

/** Make an address list of this service have some addresses and lack others. */
export const updateAddressList = defineDeviceTool({
  name: 'firewall/update-address-list',
  title: 'Update an address list',
  description:
    'Add addresses to, and remove them from, an address list of the firewall whose name starts with mcp-. ' +
    'What is there already, or not there, is reported and left alone, so that the same call can be made again. Use dry_run first.',
  tier: 'advanced',
  flag: 'allow_firewall_writes',
  annotations: SETS,
  input,
  output: z.strictObject({
    ...deviceFacts,
    ...changeFacts,
    list: z.string(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    already_there: z.array(z.string()),
    not_there: z.array(z.string()),
    ...listed(addressListFacts),
  }),
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
      device_id: device.id,
      dry_run: dry,
      changed,
      list,
      added: [...changes.adding],
      removed: changes.removing.map((entry) => entry.address),
      already_there: [...changes.alreadyThere],
      not_there: [...changes.notThere],
      total: after.length,
      items: after.slice(0, SHOWN),
    };
    return {
      text: describeListing({
        first: `${oneLine(list)} on ${device.id}: ${summary(facts)}; ${after.length} in the list${dry ? '' : ' now'}`,
        rows: facts.items.map(describeEntry),
        total: after.length,
        more: 'firewall/list-address-lists with this list',
      }),
      facts,
    };
  },
});

type Arguments = z.output<typeof input>;

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

interface Summary {
  readonly dry_run: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly already_there: readonly string[];
  readonly not_there: readonly string[];
}

function summary(facts: Summary): string {
  const would = facts.dry_run ? 'would be ' : '';
  const parts = [
    [facts.added.length, `${would}added`],
    [facts.removed.length, `${would}removed`],
    [facts.already_there.length, 'already there'],
    [facts.not_there.length, 'not there'],
  ] as const;
  return parts.flatMap(([n, what]) => (n === 0 ? [] : [`${n} ${what}`])).join(', ');
}
