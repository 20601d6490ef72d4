/** Where a memory belongs: to one user, to a team, or to the organisation. */
type Space =
  | { readonly type: 'private'; readonly name: string }
  | { readonly type: 'team'; readonly name: string }
  | { readonly type: 'org'; readonly name?: string };

// Spelled out: the pattern is published. A lone surrogate would be stored as U+FFFD, and two names become one.
/** What users, teams and organisations are called: no spaces, nothing invisible, no separators. */
export const NAME =
  /^[^\s:/\\\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]{1,100}$/;

/** The space that a text names, if it names one. */
export function parseSpace(text: string): Space | undefined {
  if (text === 'org') return { type: 'org' };
  const colon = text.indexOf(':');
  const type = text.slice(0, Math.max(colon, 0));
  const name = text.slice(colon + 1);
  if (type !== 'private' && type !== 'team' && type !== 'org') return undefined;
  return NAME.test(name) ? { type, name } : undefined;
}

/** A space as `parseSpace` reads it. */
export function formatSpace({ type, name }: Space): string {
  return name === undefined ? type : `${type}:${name}`;
}

/** Who is asking. A guest is not in the users' table. */
export interface Actor {
  readonly id: string;
  readonly standing: 'member' | 'guest';
  /** The team spaces that have members, without this actor. Default: none. */
  readonly closedTeams?: ReadonlySet<string>;
}

/** What to do about an actor who is not registered. */
export const UNKNOWN_ACTOR_POLICIES = ['reject', 'degrade', 'auto_create'] as const;

export type UnknownActorPolicy = (typeof UNKNOWN_ACTOR_POLICIES)[number];

/** The name in the space that all guests share. No user has it. */
export const GUEST_NAME = 'unknown';

/** In a list of tokens, those who share a token. No user has this name either. */
export const EVERYBODY = '*';

/** Whether this can be the name of a user. */
export function isUserName(text: string): boolean {
  return NAME.test(text) && text !== GUEST_NAME && text !== EVERYBODY;
}

/** Whether the actor is to be treated as a guest. */
export function isGuest({ id, standing }: Actor): boolean {
  return standing === 'guest' || !isUserName(id);
}

/** The private space that is the actor's to write to. */
export function privateSpaceOf(actor: Actor): string {
  return formatSpace({ type: 'private', name: isGuest(actor) ? GUEST_NAME : actor.id });
}
