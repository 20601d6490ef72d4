import type { WindowDef } from 'libpg-query';
import type { Scope, Session } from '../model.js';
import type { Queries } from '../queries.js';
import { windowParts } from './window-parts.js';
import { envOf } from './type-of.js';

/** Looks at the expressions of a window that a WINDOW clause names. */
export function typeWindow(
  window: WindowDef,
  scope: Scope,
  session: Session,
  queries: Queries,
): void {
  windowParts(window, envOf(scope, session, queries));
}
