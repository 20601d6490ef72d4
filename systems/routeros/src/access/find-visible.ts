import { deviceNotFound, type Device, type Registry } from '../registry/index.js';
import { forbidScope } from './forbid.js';
import { inReach, type GuardedTool } from './permissions.js';
import type { User } from './user.js';

/** A registered device in the user's reach. Throws FORBIDDEN, or NOT_FOUND with those that there are. */
export async function findVisible(
  deviceId: string,
  registry: Pick<Registry, 'find' | 'list'>,
  { user, tool }: { readonly user: User; readonly tool: Pick<GuardedTool, 'name'> },
): Promise<Device> {
  // Before the registry is asked: nobody learns what exists outside of their reach.
  if (!inReach(user, deviceId)) throw forbidScope(deviceId, tool);
  const device = await registry.find(deviceId);
  if (device !== undefined) return device;
  const visible = (await registry.list()).filter(({ id }) => inReach(user, id));
  throw deviceNotFound(deviceId, visible);
}
