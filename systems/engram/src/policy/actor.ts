import type { EngramLang } from '@errata/catalogs/engram';
import { reject, type Reject } from './decision.js';
import { formatSpace, NAME } from './space.js';

/** Who is asking. A guest is somebody whom the users' table does not have. */
export interface Actor {
  readonly id: string;
  readonly standing: 'member' | 'guest';
}

/** What to do about an actor who is not registered. */
export const UNKNOWN_ACTOR_POLICIES = ['reject', 'degrade', 'auto_create'] as const;

export type UnknownActorPolicy = (typeof UNKNOWN_ACTOR_POLICIES)[number];

/** Whether a call goes on, and as whom; `create`: register the actor, then go on as a member. */
export type ActorDecision =
  | { readonly action: 'allow'; readonly standing: Actor['standing'] }
  | { readonly action: 'create'; readonly standing: 'member' }
  | Reject<'actor_unknown'>;

/** Whether an actor may go on, known or not. */
export function decideActor(
  known: boolean,
  policy: UnknownActorPolicy = 'degrade',
  lang: EngramLang = 'en',
): ActorDecision {
  if (known) return { action: 'allow', standing: 'member' };
  switch (policy) {
    case 'reject':
      return reject('actor_unknown', lang);
    case 'degrade':
      return { action: 'allow', standing: 'guest' };
    case 'auto_create':
      return { action: 'create', standing: 'member' };
  }
}

/** The name in the space that all guests share, and so nobody's own. */
export const GUEST_NAME = 'unknown';

/** Whether the actor is to be treated as nobody in particular. */
export function isGuest({ id, standing }: Actor): boolean {
  return standing === 'guest' || id === GUEST_NAME || !NAME.test(id);
}

/** The private space that is the actor's to write to. */
export function privateSpaceOf(actor: Actor): string {
  return formatSpace({ type: 'private', name: isGuest(actor) ? GUEST_NAME : actor.id });
}
