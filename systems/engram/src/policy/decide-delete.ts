import type { EngramLang } from '@errata/catalogs/engram';
import { isGuest, privateSpaceOf, type Actor } from './actor.js';
import { decideRead } from './decide-read.js';
import { reject, type Allow, type Reject } from './decision.js';
import type { Governance } from './settings.js';

/** Whether the actor may delete from this space: a private one is its owner's, a shared one follows who may write to it. */
export function decideDelete(
  space: string,
  actor: Actor,
  { team_write_enabled, policy: { allowlist_users: users } }: Governance,
  lang: EngramLang = 'en',
): Allow | Reject {
  const access = decideRead(space, actor, lang);
  if (access.action === 'reject' || space === privateSpaceOf(actor)) return access;
  if (isGuest(actor)) return reject('actor_unknown', lang);
  if (!team_write_enabled) return reject('delete_disabled', lang);
  if (users.length > 0 && !users.includes(actor.id)) return reject('delete_not_allowed', lang);
  return access;
}
