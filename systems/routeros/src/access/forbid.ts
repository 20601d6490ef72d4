import { routeros, TOOL_TIERS, type ToolTier } from '@errata/catalogs/routeros';
import type { Fault } from '@errata/core/fault';
import type { CapabilityFlag, Device, Environment } from '../registry/device.js';
import { rolesOf, TIER_ROLES, type GuardedTool } from './permissions.js';
import type { User } from './user.js';

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

/** The device stands where this service does not work. */
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

export interface MissingFlag {
  readonly flag: CapabilityFlag;
  readonly tier: ToolTier;
  /** Where the caller may look for another device. */
  readonly serviceEnvironment: Environment;
}

/** Nobody has switched on for the device what the tool needs. */
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
