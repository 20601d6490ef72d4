import type { Session, Typed } from '../model.js';
import { resultOf } from './choose-routine.js';
import { rememberedRoutine } from './remembered.js';
import { visiblePath } from './visible.js';

/** `(x).f` where x has no column of that name: what the function f gives for x; undefined where none takes it. */
export function computedField({ type }: Typed, name: string, session: Session): Typed | undefined {
  if (type === undefined) return undefined;
  const where = { path: visiblePath(session) };
  const choice = rememberedRoutine(session.schema.catalog, name, where, [type], {});
  return choice.kind === 'found' ? resultOf(choice) : undefined;
}
