import { routeros } from '@errata/catalogs/routeros';
import { forbidScope, inReach } from '../../access/index.js';
import type { Device } from '../../registry/device.js';
import type { ToolContext } from '../tool.js';

/** Throws FORBIDDEN for a device that is none of the user's. */
export function requireReach({ user }: ToolContext, deviceId: string, tool: string): void {
  if (!inReach(user, deviceId)) throw forbidScope(deviceId, { name: tool });
}

/** A device for the tools of the registry: its environment and flags do not matter, they are what these tools set. */
export async function findInReach(
  context: ToolContext,
  deviceId: string,
  tool: string,
): Promise<Device> {
  requireReach(context, deviceId, tool);
  const device = await context.registry.find(deviceId);
  if (device !== undefined) return device;
  throw routeros.NOT_FOUND({ device_id: deviceId, resource_type: 'device' });
}
