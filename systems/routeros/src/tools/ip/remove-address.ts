import { z } from 'zod';
import type { Row } from '../../device/fleet.js';
import { parseCidr } from '../../safety/addresses.js';
import { oneLine } from '../../safety/one-line.js';
import { protectDynamic, protectManagementPath } from '../../safety/rules.js';
import { readBack } from '../read-back.js';
import { changeFacts, deviceFacts, deviceId, dryRun, rowId, whole } from '../schemas.js';
import { defineDeviceTool, REMOVES } from '../tool.js';
import { writeOnce } from '../write-once.js';
import { addressFacts, describeAddress, toAddressFacts } from './address-facts.js';
import { ADDRESS_MENUS, family } from './family.js';
import { protectWay } from './protect-way.js';

const LOOK = 'ip/list-addresses';

/** Take an address from a device. */
export const removeAddress = defineDeviceTool({
  name: 'ip/remove-address',
  title: 'Remove IP address',
  description:
    'Remove an IP address of a device by its id, as ip/list-addresses shows it. ' +
    'Refused for the addresses that the device is managed through, and for dynamic ones. dry_run=true checks.',
  tier: 'advanced',
  annotations: REMOVES,
  input: z.strictObject({ device_id: deviceId, address_id: rowId, family, dry_run: dryRun }),
  output: z.strictObject({
    ...deviceFacts,
    ...changeFacts,
    removed: addressFacts.describe('The address as it was; on a dry run, as it is'),
    left: whole.describe('How many addresses the device has now'),
  }),
  run: async ({ address_id, dry_run, ...args }, { device, router }) => {
    const menu = ADDRESS_MENUS[args.family];
    const row = await router.get(menu, address_id);
    const removed = toAddressFacts(row);
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
          show: (rows) => (isHere(rows) ? describeAddress(removed) : 'not there'),
        });
    const left = after.length;
    const outcome = dry_run ? 'could be removed; nothing was changed' : `was removed; ${left} left`;
    return {
      text: `${device.id}: ${describeAddress(removed)} ${outcome}`,
      facts: { device_id: device.id, dry_run, changed: true, removed, left },
    };
  },
});
