import { routeros, TIER_FLAGS } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core/fault';
import { forbidEnvironment, forbidFlag, forbidScope, inReach, type User } from '../access/index.js';
import type { CapabilityFlag, Device } from '../registry/device.js';
import type { Services } from '../services.js';
import type { Tool } from '../tools/tool.js';

/** What a device has to pass: who asks, with what tool. */
export interface Admission {
  readonly user: User;
  readonly tool: Pick<Tool, 'name' | 'tier'>;
}

/** The device, if this user may use this tool on it: scope, then existence, then environment, then flags. */
export async function admit(
  { user, tool }: Admission,
  deviceId: string,
  flag: CapabilityFlag | undefined,
  { registry, settings }: Pick<Services, 'registry' | 'settings'>,
): Promise<Device> {
  // Before the registry is asked: nobody learns what exists outside of their reach.
  if (!inReach(user, deviceId)) throw forbidScope(deviceId, tool);
  const device = await registry.find(deviceId);
  if (device === undefined) throw await deviceNotFound(deviceId, user, registry);
  if (device.environment !== settings.environment) {
    throw forbidEnvironment(device, settings.environment);
  }
  const missing = flagsOf(tool, flag).find((needed) => !device[needed]);
  if (missing !== undefined) {
    const { environment: serviceEnvironment } = settings;
    throw forbidFlag(device, { flag: missing, tier: tool.tier, serviceEnvironment });
  }
  return device;
}

function flagsOf({ tier }: Pick<Tool, 'tier'>, flag?: CapabilityFlag): readonly CapabilityFlag[] {
  const byTier = tier === 'fundamental' ? [] : [TIER_FLAGS[tier] as CapabilityFlag];
  return flag === undefined ? byTier : [...byTier, flag];
}

/** NOT_FOUND with what there is instead: five devices at most, of those in the user's reach. */
export async function deviceNotFound(
  deviceId: string,
  user: User,
  registry: Services['registry'],
): Promise<Fault> {
  const visible = (await registry.list()).filter(({ id }) => inReach(user, id));
  const listed = visible.slice(0, 5).map(({ id }) => id);
  return routeros.NOT_FOUND(
    { device_id: deviceId, resource_type: 'device', available_device_count: visible.length },
    {
      message: 'Device Not Found',
      details:
        `Device '${deviceId}' not found in registry. Available devices: ${listed.join(', ') || 'none'}. ` +
        'Use registry/list to see all devices, or registry/add to add a new device.',
    },
  );
}
