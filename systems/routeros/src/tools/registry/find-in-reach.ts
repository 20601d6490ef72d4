import { findVisible, forbidScope, inReach } from '../../access/index.js';
import type { Device } from '../../registry/device.js';
import type { ToolContext } from '../tool.js';

/** Throws FORBIDDEN for a device that is none of the user's. */
export function requireReach({ user }: ToolContext, deviceId: string, tool: string): void {
  if (!inReach(user, deviceId)) throw forbidScope(deviceId, { name: tool });
}

/** A device for the tools of the registry: its environment and flags do not matter, they are what these tools set. */
export function findInReach(
  { user, registry }: ToolContext,
  deviceId: string,
  tool: string,
): Promise<Device> {
  return findVisible(deviceId, registry, { user, tool: { name: tool } });
}
