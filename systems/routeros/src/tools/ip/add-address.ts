import { z } from 'zod';
import { parseCidr, type Cidr } from '../../safety/addresses.js';
import { oneLine } from '../../safety/one-line.js';
import { protectManagementPath } from '../../safety/rules.js';
import { readBack } from '../read-back.js';
import {
  changeFacts,
  comment,
  deviceFacts,
  deviceId,
  dryRun,
  interfaceName,
  ipWithPrefix,
} from '../schemas.js';
import { ADDS, defineDeviceTool } from '../tool.js';
import { writeOnce } from '../write-once.js';
import {
  addressFacts,
  describeAddress,
  toAddressFacts,
  type AddressFacts,
} from './address-facts.js';
import { ADDRESS_MENUS, familyOf } from './family.js';
import { requireInterface } from './require-interface.js';
import { hasNetwork, requireNoOverlap } from './require-no-overlap.js';

const LOOK = 'ip/list-addresses';

/** Give an interface one more address. */
export const addAddress = defineDeviceTool({
  name: 'ip/add-address',
  title: 'Add IP address',
  description:
    'Add an IP address to an interface that is enabled. Refused where its network overlaps with one that the device already has, or has the address of this service. ' +
    'Use ip/list-addresses first, and dry_run=true to check.',
  tier: 'advanced',
  annotations: ADDS,
  input: z.strictObject({
    device_id: deviceId,
    address: ipWithPrefix.describe('With prefix length, such as 192.0.2.1/24'),
    interface: interfaceName,
    comment: comment.optional(),
    dry_run: dryRun,
  }),
  output: z.strictObject({
    ...deviceFacts,
    ...changeFacts,
    address: z.string(),
    interface: z.string(),
    created: addressFacts.nullable().describe('As the device has it now; null on a dry run'),
  }),
  run: async (args, { device, router }) => {
    const { address, dry_run } = args;
    const cidr = parseCidr(address) as Cidr; // the schema admits nothing else
    const menu = ADDRESS_MENUS[familyOf(cidr)];
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
    const told = {
      device_id: device.id,
      dry_run,
      changed: true,
      address,
      interface: args.interface,
    };
    if (dry_run) {
      const text = `${device.id}: ${address} could be added to ${oneLine(args.interface)}; nothing was changed`;
      return { text, facts: { ...told, created: null } };
    }
    const wanted = {
      address,
      interface: args.interface,
      ...(args.comment !== undefined && { comment: args.comment }),
    };
    const row = await writeOnce(() => router.create(menu, wanted), LOOK);
    const read = async () => {
      const created = (await router.list(menu)).find((one) => one['.id'] === row['.id']);
      return created && toAddressFacts(created);
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
      show: (now) => (now === undefined ? 'not there' : describeAddress(now)),
    })) as AddressFacts; // isMade admits nothing else
    const [what, port, id] = [created.address, created.interface, created.address_id].map((text) =>
      oneLine(text),
    );
    const text = `${device.id}: ${what} was added to ${port} as ${id}`;
    return { text: `${text}\n${describeAddress(created)}`, facts: { ...told, created } };
  },
});
