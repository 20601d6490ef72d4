import { routeros } from '@errata/catalogs/routeros';
import type { JWTPayload } from 'jose';
import { rolesOfScope, SCOPES } from './scopes.js';
import { unauthorized } from './token-problem.js';
import { ROLES, type Role, type User } from './user.js';

export interface ClaimNames {
  readonly rolesClaim: string;
  readonly devicesClaim: string;
}

const STRONGEST_FIRST: readonly Role[] = ['admin', 'ops_rw', 'approver', 'read_only'];

/** Which roles a role can stand in for. */
const COVERS: Readonly<Record<Role, readonly Role[]>> = {
  admin: ROLES,
  ops_rw: ['ops_rw', 'read_only'],
  approver: ['approver'],
  read_only: ['read_only'],
};

/** OpenID Connect §2: a subject has 255 characters at most. */
const MAX_SUBJECT = 255;

/** Who is asking, by the claims of a token that was verified. Throws UNAUTHORIZED or FORBIDDEN. */
export function userOfClaims(claims: JWTPayload, { rolesClaim, devicesClaim }: ClaimNames): User {
  const { sub, scope } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT) {
    throw unauthorized('The token does not say who is asking');
  }
  const role = roleOf(
    textsOf(claims[rolesClaim]).flatMap((name) => ROLES.filter((known) => known === name)),
    typeof scope === 'string' ? rolesOfScope(scope) : [],
  );
  if (role === undefined) throw noRole();
  return { id: sub, role, devices: devicesOf(claims, devicesClaim), single: false };
}

/** The strongest role; where the scope names one too, the client was given no more than both allow. */
function roleOf(held: readonly Role[], granted: readonly Role[]): Role | undefined {
  const lists = [held, granted].filter((list) => list.length > 0);
  if (lists.length === 0) return undefined;
  return STRONGEST_FIRST.find((role) =>
    lists.every((list) => list.some((one) => COVERS[one].includes(role))),
  );
}

function devicesOf(claims: JWTPayload, name: string): User['devices'] {
  if (!Object.hasOwn(claims, name)) return 'all';
  const given = claims[name];
  // A claim that cannot be read opens nothing.
  const ids = textsOf(given);
  return given === 'all' || ids.includes('*') ? 'all' : ids;
}

function textsOf(claim: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return list.filter((one) => typeof one === 'string');
}

function noRole() {
  return routeros.FORBIDDEN(
    {},
    {
      details: 'The token is valid but names no role of this service',
      suggestion: 'Ask an administrator for a role, then sign in again.',
      nextSteps: [
        `Ask an administrator for one of the roles ${ROLES.join(', ')}`,
        `Or sign in again with one of the scopes ${SCOPES.join(', ')}`,
      ],
    },
  );
}
