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
