import { routeros } from '@errata/catalogs/routeros';
import { SINGLE_USER } from '../../src/access/user.js';
import type { Device } from '../../src/registry/device.js';
import type { Services } from '../../src/services.js';
import type { DeviceToolContext, ToolContext } from '../../src/tools/tool.js';

/** A context for tools without a gate: whoever is registered is admitted. */
export function createContext(
  services: Services,
  given: Partial<Pick<ToolContext, 'user' | 'signal' | 'progress'>> = {},
): ToolContext {
  return {
    ...services,
    user: SINGLE_USER,
    signal: new AbortController().signal,
    progress: () => {},
    ...given,
    admit: async (deviceId) => {
      const device = await services.registry.find(deviceId);
      if (device !== undefined) return device;
      throw routeros.NOT_FOUND({ device_id: deviceId, resource_type: 'device' });
    },
  };
}

/** The same for a tool that works on a device. */
export function onDevice(context: ToolContext, device: Device): DeviceToolContext {
  const router = context.fleet.connect(device, { signal: context.signal });
  return { ...context, device, router };
}
