import type { EngramLang } from '@errata/catalogs/engram';
import { privateSpaceOf, type Actor } from './actor.js';
import { reject, type Allow, type Reject } from './decision.js';
import { formatSpace, parseSpace } from './space.js';

/** Whether the actor may see, or remove from, this space: shared ones are for everybody, a private one for its owner. */
export function decideRead(
  space: string,
  actor: Actor,
  lang: EngramLang = 'en',
): Allow | Reject<'unknown_space' | 'private_of_another'> {
  const parsed = parseSpace(space);
  if (parsed === undefined) return reject('unknown_space', lang);
  if (parsed.type === 'private' && formatSpace(parsed) !== privateSpaceOf(actor)) {
    return reject('private_of_another', lang);
  }
  return { action: 'allow', space };
}
