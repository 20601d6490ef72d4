import type { Node } from 'libpg-query';
import type { Output, Scope, Session } from '../model.js';
import type { Queries } from '../queries.js';
import { starFields } from './star-fields.js';
import { envOf } from './type-of.js';

/** The columns of an expression with a star behind, `(f(x)).*`; undefined where they are not known. */
export function fieldsOf(
  node: Node,
  scope: Scope,
  session: Session,
  queries: Queries,
): readonly Output[] | undefined {
  return starFields(node, envOf(scope, session, queries));
}
