import { routeros } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import type { Device } from './device.js';

/** How many devices the sentence names. */
const NAMED = 5;

/** NOT_FOUND with what there is instead: of the devices that the caller may see. */
export function deviceNotFound(
  deviceId: string,
  visible: readonly Pick<Device, 'id' | 'name'>[],
): Fault {
  const missing = `Device '${deviceId}' not found in registry`;
  const context = {
    device_id: deviceId,
    resource_type: 'device',
    available_device_count: visible.length,
  };
  const meant = visible.find(({ name }) => name.toLowerCase() === deviceId.toLowerCase());
  if (meant !== undefined) {
    return routeros.NOT_FOUND(context, {
      message: 'Device Not Found',
      details: `${missing}: that is the name of ${meant.id}`,
      suggestion: `Use device_id=${meant.id}`,
      suggestions: ['Use registry/list to see all available devices'],
    });
  }
  const ids = visible.map(({ id }) => id);
  const named = ids.slice(0, NAMED).join(', ') || 'none';
  return routeros.NOT_FOUND(context, {
    message: 'Device Not Found',
    details:
      `${missing}. Available devices: ${named}. ` +
      'Use registry/list to see all devices, or registry/add to add a new device.',
    suggestion: 'Use registry/list to see all available devices',
  });
}
