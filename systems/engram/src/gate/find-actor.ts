import { engram } from '@errata/catalogs/engram';
import type { Identity } from '../access/index.js';
import { decideActor, GUEST_NAME, type Actor } from '../policy/index.js';
import type { Services } from '../services.js';

/** Whom a call is made by, as far as the connection and the arguments say. Throws where they contradict each other. */
export function claimOf({ user, speaksForOthers }: Identity, named: unknown, tool: string): string {
  if (typeof named !== 'string') return user ?? GUEST_NAME;
  if (!speaksForOthers && named !== user) {
    const expected = 'the user whose token it is, or nothing';
    throw engram.INVALID_PARAM_VALUE({ param: 'actor', expected, tool });
  }
  return named;
}

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
  if (decision.action === 'create' && id !== GUEST_NAME) await logbook.users.add({ id });
  return { id, standing: decision.standing };
}
