import { TIER_FLAGS } from '@errata/catalogs/routeros';
import { findVisible, forbidEnvironment, forbidFlag, type User } from '../access/index.js';
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
  const device = await findVisible(deviceId, registry, { user, tool });
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
