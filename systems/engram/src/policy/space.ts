/** Where a memory belongs: to one user, to a team, or to the organisation. */
export type Space =
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
  if (!isType(type) || !NAME.test(name)) return undefined;
  return { type, name };
}

/** A space as `parseSpace` reads it. */
export function formatSpace({ type, name }: Space): string {
  return name === undefined ? type : `${type}:${name}`;
}

function isType(text: string): text is Space['type'] {
  return text === 'private' || text === 'team' || text === 'org';
}
