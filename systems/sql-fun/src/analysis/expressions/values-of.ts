import type { Node } from 'libpg-query';
import type { Scope, Session, Typed } from '../model.js';
import type { Queries } from '../queries.js';
import { partsOfRow } from './star-fields.js';
import { envOf } from './type-of.js';

/** The values of a row as VALUES and ROW have them: one, or those that a star stands for. */
export function valuesOf(
  node: Node,
  scope: Scope,
  session: Session,
  queries: Queries,
): readonly Typed[] {
  return partsOfRow(node, envOf(scope, session, queries));
}
