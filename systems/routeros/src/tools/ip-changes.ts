import { routeros } from '@errata/catalogs/routeros';
import { z } from 'zod';
import type { Router, Row } from '../device/fleet.js';
import { toBoolean } from '../device/values.js';
import type { Device } from '../registry/device.js';
import { type Cidr, contains, oneLine, overlaps, parseCidr } from '../safety/addresses.js';
import { protectDynamic, protectManagementPath, unsafe } from '../safety/rules.js';
import { wayToService } from '../safety/may-match.js';
import { inOneLine } from './fields.js';
import { ADDRESS_MENUS, family, shownAddress, type Address } from './ip-addresses.js';
import {
  changeFacts,
  comment,
  dryRun,
  interfaceName,
  ipWithPrefix,
  rowId,
  whole,
} from './schemas.js';
import { ADDS, defineDeviceTool, REMOVES } from './tool.js';
import { readBack, writeOnce } from './write-once.js';

const LOOK = 'ip/list-addresses';

/** Interfaces that a failure names. */
const NAMED = 20;

/** Give an interface one more address. */
export const addAddress = defineDeviceTool({
  name: 'ip/add-address',
  title: 'Add IP address',
  description:
    'Add an IP address to an enabled interface. Refused if its network overlaps with another one of the device, or contains the address of this service. ' +
    'Use ip/list-addresses first, and dry_run=true to check.',
  annotations: ADDS,
  input: {
    address: ipWithPrefix.describe('With prefix length, such as 192.0.2.1/24'),
    interface: interfaceName,
    comment: comment.optional(),
    dry_run: dryRun,
  },
  output: {
    ...changeFacts,
    address: z.string(),
    interface: z.string(),
    created: shownAddress.schema.nullable().describe('As the device has it now; null on a dry run'),
  },
  run: async (args, { device, router }) => {
    const { address, dry_run } = args;
    const cidr = parseCidr(address) as Cidr; // the schema admits nothing else
    const menu = ADDRESS_MENUS[cidr.family === 4 ? 'ipv4' : 'ipv6'];
    await requireInterface(router, args.interface);
    const rows = await router.list(menu);
    if (!hasNetwork({ cidr, rows })) {
      await protectManagementPath(device, {
        networks: [cidr],
        interface: args.interface,
        details: `Cannot add ${address}: its network has the address of this service or the management address of the device`,
      });
    }
    requireNoOverlap(device, { address, cidr, rows });
    const facts = { dry_run, changed: true, address, interface: args.interface };
    if (dry_run) {
      const text = `${device.id}: ${address} could be added to ${oneLine(args.interface)}; nothing was changed`;
      return { text, facts: { ...facts, created: null } };
    }
    const wanted = {
      address,
      interface: args.interface,
      ...(args.comment !== undefined && { comment: args.comment }),
    };
    const row = await writeOnce(() => router.create(menu, wanted), LOOK);
    const read = async () => {
      const created = (await router.list(menu)).find((one) => one['.id'] === row['.id']);
      return created && shownAddress.read(created);
    };
    const created = (await readBack(read, {
      ...{ device, look: LOOK, what: 'IP address', before: undefined },
      expected: `${address} on ${args.interface}`,
      isMade: (now) => {
        const its = parseCidr(now?.address ?? '');
        return (
          its?.address === cidr.address &&
          its.prefix === cidr.prefix &&
          now?.interface === router.masked(args.interface) &&
          (args.comment === undefined || (now.comment ?? '') === router.masked(args.comment)) &&
          !now.disabled
        );
      },
      show: (now) => (now === undefined ? 'not there' : shownAddress.describe(now)),
    })) as Address; // isMade admits nothing else
    const { address: what, interface: port, address_id: id } = inOneLine(created);
    const text = `${device.id}: ${what} was added to ${port} as ${id}`;
    return { text: `${text}\n${shownAddress.describe(created)}`, facts: { ...facts, created } };
  },
});

/** Throws if an interface is not there, or is disabled: an address on it would do nothing. */
async function requireInterface(router: Router, name: string): Promise<void> {
  const rows = await router.list('/interface');
  const found = rows.find((row) => row['name'] === name);
  if (found === undefined)
    throw unknownInterface(
      name,
      rows.map((row) => oneLine(row['name'] ?? '')),
    );
  if (toBoolean(found['disabled']) !== true) return;
  throw routeros.INVALID_CONFIGURATION(
    { device_id: router.device.id, interface: name, interface_status: 'disabled' },
    {
      details: 'Cannot add IP address: interface is disabled',
      suggestion: `Choose another interface, or have ${oneLine(name)} enabled on the device first.`,
    },
  );
}

function unknownInterface(name: string, known: readonly string[]) {
  const named = known.slice(0, NAMED).join(', ');
  const more = known.length > NAMED ? ` and ${known.length - NAMED} more` : '';
  return routeros.VALIDATION_ERROR(
    { field: 'interface', value: name, expected: `One of: ${named}${more}` },
    {
      details: `The device has no interface '${oneLine(name)}'. It has: ${named}${more}`,
      suggestion: 'Use interface/list to see the interfaces of the device.',
    },
  );
}

interface NewAddress {
  readonly address: string;
  readonly cidr: Cidr;
  /** The addresses that the device has. Disabled ones count: they may be enabled later. */
  readonly rows: readonly Row[];
}

/** Throws CONFLICT where the network of a new address overlaps with one that is there. */
function requireNoOverlap(device: Device, { address, cidr, rows }: NewAddress): void {
  for (const row of rows) {
    const there = parseCidr(row['address'] ?? '');
    if (there === undefined || !overlaps(there, cidr)) continue;
    const [its, port, id] = ['address', 'interface', '.id'].map((name) => oneLine(row[name] ?? ''));
    const where = `${its} on ${port} (${id})`;
    throw routeros.CONFLICT(
      { device_id: device.id },
      {
        details: `${address} overlaps with ${where}`,
        suggestion: 'Choose an address of another network, or work with the address that exists.',
        nextSteps: ['Use ip/list-addresses to see the networks that the device has'],
      },
    );
  }
}

/** Whether the device has the very network of a new address. */
function hasNetwork({ cidr, rows }: Pick<NewAddress, 'cidr' | 'rows'>): boolean {
  return rows.some((row) => {
    const there = parseCidr(row['address'] ?? '');
    return there?.prefix === cidr.prefix && overlaps(there, cidr);
  });
}

/** Take an address from a device. */
export const removeAddress = defineDeviceTool({
  name: 'ip/remove-address',
  title: 'Remove IP address',
  description:
    'Remove an IP address of a device by its id from ip/list-addresses. ' +
    'Refused for management addresses and dynamic ones. Use dry_run=true to check.',
  annotations: REMOVES,
  input: { address_id: rowId, family, dry_run: dryRun },
  output: {
    ...changeFacts,
    removed: shownAddress.schema.describe('The address as it was; on a dry run, as it is'),
    left: whole.describe('How many addresses the device has now'),
  },
  run: async ({ address_id, dry_run, ...args }, { device, router }) => {
    const menu = ADDRESS_MENUS[args.family];
    const row = await router.get(menu, address_id);
    const removed = shownAddress.read(row);
    const network = parseCidr(removed.address);
    await protectManagementPath(device, {
      networks: network === undefined ? [] : [network],
      interface: removed.interface,
      details: 'Cannot modify management interface IP address',
    });
    protectDynamic(device, row, `IP address ${oneLine(removed.address)}`);
    await protectWay(router, removed);
    if (!dry_run) await writeOnce(() => router.remove(menu, address_id), LOOK);
    const rest = () => router.list(menu);
    const isHere = (rows: readonly Row[]) => rows.some((one) => one['.id'] === row['.id']);
    const after = dry_run
      ? await rest()
      : await readBack(rest, {
          ...{ device, look: LOOK, what: 'IP address', before: [row], expected: 'not there' },
          isMade: (rows) => !isHere(rows),
          show: (rows) => (isHere(rows) ? shownAddress.describe(removed) : 'not there'),
        });
    const left = after.length;
    const outcome = dry_run ? 'could be removed; nothing was changed' : `was removed; ${left} left`;
    return {
      text: `${device.id}: ${shownAddress.describe(removed)} ${outcome}`,
      facts: { dry_run, changed: true, removed, left },
    };
  },
});

/** Throws UNSAFE_OPERATION where the answers of the device to this service go through the network of an address. */
async function protectWay(router: Router, removed: Address): Promise<void> {
  const network = parseCidr(removed.address);
  if (network === undefined) return;
  const { gateways, interfaces } = await wayToService(router);
  const onWay =
    gateways.some((gateway) => contains(network, gateway)) ||
    interfaces.includes(removed.interface);
  if (!onWay) return;
  throw unsafe(router.device, 'PROTECT_MANAGEMENT_PATH', {
    interface: removed.interface,
    details: `Cannot remove ${oneLine(removed.address)}: the way from the device to this service goes through it`,
  });
}
