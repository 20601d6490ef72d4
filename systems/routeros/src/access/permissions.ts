import { routeros, TOOL_TIERS, type ToolTier } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core';
import {
  type CapabilityFlag,
  type Device,
  deviceNotFound,
  type Environment,
} from '../registry/device.js';
import type { DeviceRegistry } from '../registry/create-registry.js';
import type { Role, User } from './user.js';

/** What of a tool decides who may call it. */
interface GuardedTool {
  readonly name: string;
  readonly tier: ToolTier;
  /** In place of what the tier says. */
  readonly roles?: readonly Role[];
}

/** Who may call the tools of a tier; an approver has only the tools that name the role. */
export const TIER_ROLES: Readonly<Record<ToolTier, readonly Role[]>> = {
  fundamental: ['read_only', 'ops_rw', 'admin'],
  advanced: ['ops_rw', 'admin'],
  professional: ['admin'],
};

/** Who may call a tool. */
export function rolesOf({ tier, roles }: Pick<GuardedTool, 'tier' | 'roles'>): readonly Role[] {
  return roles ?? TIER_ROLES[tier];
}

export function mayCall(
  { role }: Pick<User, 'role'>,
  tool: Pick<GuardedTool, 'tier' | 'roles'>,
): boolean {
  return rolesOf(tool).includes(role);
}

/** Whether a device is one of those that the user may work on. */
export function inReach({ devices }: Pick<User, 'devices'>, deviceId: string): boolean {
  return devices === 'all' || devices.includes(deviceId);
}

/** The user's role does not open the tool. */
export function forbidRole({ role }: Pick<User, 'role'>, tool: GuardedTool): Fault {
  const { name, tier, roles } = tool;
  const open = TOOL_TIERS.filter((one) => TIER_ROLES[one].includes(role));
  return routeros.FORBIDDEN(
    { user_role: role, tool_tier: tier, tool_name: name },
    {
      // The tier is not to blame where the tool says itself who may call it.
      ...(roles !== undefined && {
        details: `Tool '${name}' is for the roles ${roles.join(', ')}, not for user role '${role}'`,
      }),
      nextSteps: [
        open.length > 0
          ? `Use a tool that your role '${role}' may call, of the tiers: ${open.join(', ')}`
          : `Use only tools that name your role '${role}', such as plan/list`,
        `Ask a user with one of these roles to do it: ${rolesOf(tool).join(', ')}`,
      ],
    },
  );
}

/** The device is none of the user's. */
export function forbidScope(deviceId: string, tool: Pick<GuardedTool, 'name'>): Fault {
  return routeros.FORBIDDEN(
    { device_id: deviceId, tool_name: tool.name },
    {
      details: `Operation not allowed on device '${deviceId}': it is outside of your device scope`,
      nextSteps: [
        'Use registry/list to see the devices in your scope',
        `Ask an administrator to add device '${deviceId}' to your scope, then sign in again`,
      ],
    },
  );
}

/** The device is in an environment that this service does not work in. */
export function forbidEnvironment(
  { id, environment }: Pick<Device, 'id' | 'environment'>,
  serviceEnvironment: Environment,
): Fault {
  return routeros.FORBIDDEN(
    { device_id: id, device_environment: environment, service_environment: serviceEnvironment },
    {
      message: 'Forbidden: environment mismatch',
      nextSteps: [
        `Use registry/list with environment '${serviceEnvironment}' to find devices that this service may work on`,
        `Work on device '${id}' through the service of environment '${environment}'`,
      ],
    },
  );
}

interface MissingFlag {
  readonly flag: CapabilityFlag;
  readonly tier: ToolTier;
  /** Where the caller may look for another device. */
  readonly serviceEnvironment: Environment;
}

/** The flag that the tool needs is off on the device. */
export function forbidFlag({ id }: Pick<Device, 'id'>, missing: MissingFlag): Fault {
  const { flag, tier, serviceEnvironment } = missing;
  const needs = { required_flag: flag, tool_tier: tier };
  // The environment belongs into the alternatives alone: the documents have no such member beside a flag.
  const { alternatives = [] } = routeros.FORBIDDEN({
    ...needs,
    service_environment: serviceEnvironment,
  });
  return routeros.FORBIDDEN(
    { device_id: id, ...needs },
    {
      message: `Forbidden: ${tier} tier requires ${flag} flag`,
      details: `Device '${id}' does not allow ${flag.replace('allow_', '').replaceAll('_', ' ')}`,
      alternatives,
    },
  );
}

/** A registered device in the user's reach. Throws FORBIDDEN, or NOT_FOUND with those that there are. */
export async function findVisible(
  deviceId: string,
  registry: Pick<DeviceRegistry, 'find' | 'list'>,
  { user, tool }: { readonly user: User; readonly tool: Pick<GuardedTool, 'name'> },
): Promise<Device> {
  // Before the registry is asked: callers do not learn what exists outside of their scope.
  if (!inReach(user, deviceId)) throw forbidScope(deviceId, tool);
  const device = await registry.find(deviceId);
  if (device !== undefined) return device;
  const visible = (await registry.list()).filter(({ id }) => inReach(user, id));
  throw deviceNotFound(deviceId, visible);
}
