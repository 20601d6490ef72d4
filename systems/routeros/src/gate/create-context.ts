import { forbidRole, mayCall, type User } from '../access/index.js';
import type { Services } from '../services.js';
import type { Tool, ToolContext } from '../tools/tool.js';
import { admit } from './admit.js';

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
