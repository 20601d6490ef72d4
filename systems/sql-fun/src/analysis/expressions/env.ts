import type { Node } from 'libpg-query';
import type { Scope, Session, Typed } from '../model.js';
import type { Queries } from '../queries.js';

/** What the typing of a node can ask. */
export interface Env {
  readonly scope: Scope;
  readonly session: Session;
  readonly queries: Queries;
  /** The type of a node within. */
  typeOf(node: Node): Typed;
}
