import { TIER_FLAGS } from '@errata/catalogs/routeros';
import {
  findVisible,
  forbidEnvironment,
  forbidFlag,
  forbidRole,
  mayCall,
} from '../access/permissions.js';
import type { User } from '../access/user.js';
import type { CapabilityFlag, Device } from '../registry/device.js';
import type { Services } from '../services.js';
import type { Tool, ToolContext } from '../tools/tool.js';

/** The context of a call; `admit` judges each device for this user and this tool. */
export function createContext(
  services: Services,
  call: Pick<ToolContext, 'user' | 'signal' | 'progress'>,
  tool: Pick<Tool, 'name' | 'tier'>,
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

/** What reading a resource or asking for a prompt counts as: a look at a device. */
const LOOKING = { name: 'resources/read', tier: 'fundamental' } as const;

/** The same for whoever only looks. Who may call no tool of the lowest tier sees no device either. */
export function createLookContext(
  services: Services,
  user: User,
  signal: AbortSignal,
): Omit<ToolContext, 'progress'> {
  const context = createContext(services, { user, signal, progress: () => undefined }, LOOKING);
  return {
    ...context,
    async admit(deviceId, flag) {
      if (!mayCall(user, LOOKING)) throw forbidRole(user, LOOKING);
      return context.admit(deviceId, flag);
    },
  };
}

/** What a device has to pass: who asks, with what tool. */
interface Admission {
  readonly user: User;
  readonly tool: Pick<Tool, 'name' | 'tier'>;
}

/** The device, if this user may use this tool on it: scope, then existence, then environment, then flags. */
async function admit(
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
