import { engram, type EngramLang } from '@errata/catalogs/engram';
import type { CallerIdentity } from '../access/token-list.js';
import { GUEST_NAME, type Actor } from '../policy/actor.js';
import { decideActor } from '../policy/decide.js';
import type { Services } from '../tools/tool.js';

/**
 * Whom a call is made by: its connection says it, or the argument `actor` where the connection may speak for others. Throws
 * where they contradict each other, and ACTOR_UNKNOWN where neither names a user.
 */
export function claimOf(
  { user, speaksForOthers }: CallerIdentity,
  named: unknown,
  tool: string,
  lang: EngramLang = 'en',
): string {
  const claim = typeof named === 'string' ? named : user;
  const mayClaim = speaksForOthers || claim === user;
  if (!mayClaim && user !== undefined) {
    throw engram.INVALID_PARAM_VALUE({ param: 'actor', expected: user, tool });
  }
  // The name of all guests is not a user.
  if (claim === undefined || claim === GUEST_NAME || !mayClaim) {
    throw engram.ACTOR_UNKNOWN({}, NOBODY[lang]);
  }
  return claim;
}

const NOBODY: Readonly<Record<EngramLang, { details: string; suggestion: string }>> = {
  en: {
    details: 'The call does not say who is asking',
    suggestion: 'Name the user in the argument actor',
  },
  zh: {
    details: '调用没有说明用户身份',
    suggestion: '用参数 actor 指明用户，或使用该用户自己的令牌',
  },
};

/** The actor of this id, if it may go on. Throws ACTOR_UNKNOWN. */
export async function findActor(
  id: string,
  { logbook, settings }: Pick<Services, 'logbook' | 'settings'>,
): Promise<Actor> {
  const known = (await logbook.users.find(id)) !== undefined;
  const decision = decideActor(known, settings.unknownActor, settings.lang);
  if (decision.action === 'reject') {
    throw engram.ACTOR_UNKNOWN({ actor: id }, { details: `${decision.message}: ${id}` });
  }
  if (decision.action === 'create') await logbook.users.add({ id });
  const { standing } = decision;
  const closedTeams = await logbook.teams.closedTo(standing === 'guest' ? GUEST_NAME : id);
  return { id, standing, closedTeams };
}
