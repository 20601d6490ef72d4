import { ROLES, type Role } from './user.js';

const PREFIX = 'routeros:';

/** The scope of OAuth that stands for a role. */
export const scopeOf = (role: Role): string => `${PREFIX}${role}`;

/** Every scope that this service knows. */
export const SCOPES: readonly string[] = ROLES.map(scopeOf);

/** The roles that a space separated list of scopes names; other scopes are somebody else's. */
export function rolesOfScope(scope: string): readonly Role[] {
  const named = new Set(scope.split(' '));
  return ROLES.filter((role) => named.has(scopeOf(role)));
}
