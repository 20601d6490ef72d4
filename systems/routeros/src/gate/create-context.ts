import { TIER_FLAGS } from '@errata/catalogs/routeros';
import { findVisible, forbidEnvironment, forbidFlag } from '../access/permissions.js';
import type { User } from '../access/user.js';
import type { CapabilityFlag, Device } from '../registry/device.js';
import type { RouterosServices } from '../services.js';
import type { RouterosTool, ToolContext } from '../tools/tool.js';

/** The context of a call; `admit` judges each device for this user and this tool. */
export function createContext(
  services: RouterosServices,
  call: Pick<ToolContext, 'user' | 'signal' | 'progress'>,
  tool: Pick<RouterosTool, 'name' | 'tier'>,
): ToolContext {
  const { user, signal, progress } = call;
  return {
    ...services,
    user,
    signal,
    progress,
    admit: (deviceId, flag) => admit({ user, tool }, deviceId, flag, services),
  };
}

/** The device, if this user may use this tool on it: scope, then existence, then environment, then flags. */
async function admit(
  { user, tool }: { readonly user: User; readonly tool: Pick<RouterosTool, 'name' | 'tier'> },
  deviceId: string,
  flag: CapabilityFlag | undefined,
  { registry, settings }: Pick<RouterosServices, 'registry' | 'settings'>,
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

function flagsOf(
  { tier }: Pick<RouterosTool, 'tier'>,
  flag?: CapabilityFlag,
): readonly CapabilityFlag[] {
  const byTier = tier === 'fundamental' ? [] : [TIER_FLAGS[tier] as CapabilityFlag];
  return flag === undefined ? byTier : [...byTier, flag];
}
