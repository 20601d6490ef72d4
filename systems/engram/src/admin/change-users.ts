import { randomBytes } from 'node:crypto';
import { engram } from '@errata/catalogs/engram';
import type { LogbookParts } from '../logbook/logbook.js';
import type { UserRole } from '../logbook/users.js';
import { LINES, type Lines } from '../tools/lines.js';
import { isUserName, parseSpace } from '../policy/actor.js';

export const USER_ACTIONS = ['add', 'remove', 'rotate_token'] as const;

export const TEAM_ACTIONS = ['add', 'remove'] as const;

/** A change of one user. */
export interface UserChange {
  readonly action: (typeof USER_ACTIONS)[number];
  readonly user: string;
  /** Of `add`. Default: a new user is a member, an old one keeps the role. */
  readonly role?: UserRole | undefined;
}

/** A change of one membership. */
export interface TeamChange {
  readonly action: (typeof TEAM_ACTIONS)[number];
  /** The name of the team, without `team:`. */
  readonly team: string;
  readonly user: string;
}

type Parts = Pick<LogbookParts, 'users' | 'teams'>;

/**
 * Do it, in a transaction. `changed` is false if there was nothing to do; a new token is shown only here. One administrator always stays: throws
 * GOVERNANCE_UPDATE_DENIED.
 */
export async function changeUser(
  { users }: Parts,
  change: UserChange,
  by: string,
  lines: Lines = LINES.en,
): Promise<{ readonly changed: boolean; readonly token?: string }> {
  const { action, user: id, role } = change;
  if (!isUserName(id)) throw engram.INVALID_PARAM_VALUE({ param: 'user' });
  const lessens = action === 'remove' || (action === 'add' && role === 'member');
  if (lessens && (await users.isLastAdmin(id))) {
    throw engram.GOVERNANCE_UPDATE_DENIED(
      { actor: by, setting: 'users' },
      { details: lines.lastAdmin(id), suggestion: lines.lastAdminAdvice, effect: 'none' },
    );
  }
  switch (action) {
    case 'add': {
      const known = await users.find(id);
      if (known === undefined) return { changed: await users.add({ id, ...(role && { role }) }) };
      if (role === undefined || role === known.role) return { changed: false };
      return { changed: await users.setRole(id, role) };
    }
    case 'remove':
      return { changed: await users.remove(id) };
    case 'rotate_token': {
      if ((await users.find(id)) === undefined) return { changed: false };
      const token = randomBytes(24).toString('base64url');
      await users.setToken(id, token, by);
      return { changed: true, token };
    }
  }
}

/** Do it, in a transaction. The first member closes the space of the team to others, for good. */
export async function changeTeam({ users, teams }: Parts, change: TeamChange, by: string) {
  const { action, team, user } = change;
  const space = `team:${team}`;
  if (parseSpace(space) === undefined) throw engram.INVALID_PARAM_VALUE({ param: 'team' });
  if (action === 'remove') return { changed: await teams.remove(space, user), space };
  if ((await users.find(user)) === undefined) {
    throw engram.INVALID_PARAM_VALUE({ param: 'user', expected: 'a registered user' });
  }
  return { changed: await teams.add(space, user, by), space };
}

/** Every user with the role, the teams, and whether the logbook has a token for them. */
export async function listUsers({ users, teams }: Parts) {
  const [all, withToken, listed] = await Promise.all([
    users.list(),
    users.withToken(),
    teams.list(),
  ]);
  return {
    users: all.map(({ id, role, created_at }) => ({
      ...{ user: id, role, created_at, token: withToken.includes(id) },
      teams: listed.filter(({ members }) => members.includes(id)).map(({ space }) => space),
    })),
    teams: listed,
  };
}
