/** Who may do what: see docs/systems/routeros.md. */
export const ROLES = ['read_only', 'ops_rw', 'admin', 'approver'] as const;

export type Role = (typeof ROLES)[number];

/** Who is asking. */
export interface User {
  readonly id: string;
  readonly role: Role;
  /** The ids of the devices in reach. */
  readonly devices: 'all' | readonly string[];
  /** On stdio there is one user, who is trusted as the owner of the process and may approve plans of their own. */
  readonly single: boolean;
}

export const SINGLE_USER: User = { id: 'local', role: 'admin', devices: 'all', single: true };

/** What `--role` calls the roles of the one user on stdio. */
const STDIO_ROLES = { read_only: 'read_only', operator: 'ops_rw', admin: 'admin' } as const;

export type StdioRole = keyof typeof STDIO_ROLES;

/** The one user on stdio. An operator can neither approve plans nor set flags. */
export function singleUser(role: StdioRole = 'admin'): User {
  return { ...SINGLE_USER, role: STDIO_ROLES[role] };
}

const PREFIX = 'routeros:';

/** The OAuth scope of a role. */
export const scopeOf = (role: Role): string => `${PREFIX}${role}`;

/** Every scope that this service knows. */
export const SCOPES: readonly string[] = ROLES.map(scopeOf);

/** The roles that a space separated list of scopes names; other scopes are ignored. */
export function rolesOfScope(scope: string): readonly Role[] {
  const named = new Set(scope.split(' '));
  return ROLES.filter((role) => named.has(scopeOf(role)));
}
