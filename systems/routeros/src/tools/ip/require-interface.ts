import { routeros } from '@errata/catalogs/routeros';
import type { Router } from '../../device/fleet.js';
import { toBoolean } from '../../device/values.js';
import { oneLine } from '../../safety/one-line.js';

const NAMED = 20;

/** Throws where an interface is not there, or is disabled: an address on it would do nothing. */
export async function requireInterface(router: Router, name: string): Promise<void> {
  const rows = await router.list('/interface');
  const found = rows.find((row) => row['name'] === name);
  if (found === undefined)
    throw unknown(
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

function unknown(name: string, known: readonly string[]) {
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
