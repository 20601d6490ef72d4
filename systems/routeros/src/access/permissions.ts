import type { ToolTier } from '@errata/catalogs/routeros';
import type { Role, User } from './user.js';

/** What of a tool decides who may call it. */
export interface GuardedTool {
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
