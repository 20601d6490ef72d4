import { routeros } from '@errata/catalogs/routeros';
import type { z } from 'zod';
import type { Router, Row } from '../../device/fleet.js';
import { oneLine } from '../../safety/index.js';
import { interfaceName } from '../schemas.js';

/** What names an interface in the arguments of a tool. */
export const interfaceReference = interfaceName.describe(
  'Name (ether1) or id (*1) of the interface; interface/list shows them',
);

export const INTERFACES = '/interface';

/** The interface of this name or id. Throws DEVICE_ERROR where the device has none. */
export async function findInterface(
  router: Router,
  reference: z.output<typeof interfaceReference>,
): Promise<Row> {
  if (reference.startsWith('*')) return router.get(INTERFACES, reference);
  const [row] = await router.list(INTERFACES, { name: reference });
  if (row !== undefined) return row;
  throw routeros.DEVICE_ERROR(
    { device_id: router.device.id, operation: `GET /rest${INTERFACES}` },
    {
      details: `The device has no interface '${oneLine(reference)}'`,
      effect: 'none',
      strategy: 'fix_and_retry',
      suggestions: ['Use interface/list to see the interfaces of the device'],
    },
  );
}
