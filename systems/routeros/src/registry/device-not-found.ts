import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core/fault';

/** How many devices the sentence names. */
const NAMED = 5;

/** NOT_FOUND with what there is instead: of the devices that the caller may see. */
export function deviceNotFound(deviceId: string, visible: readonly string[]): Fault {
  const named = visible.slice(0, NAMED).join(', ') || 'none';
  return routeros.NOT_FOUND(
    { device_id: deviceId, resource_type: 'device', available_device_count: visible.length },
    {
      message: 'Device Not Found',
      details:
        `Device '${deviceId}' not found in registry. Available devices: ${named}. ` +
        'Use registry/list to see all devices, or registry/add to add a new device.',
    },
  );
}
