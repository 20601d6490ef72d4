import type { Node } from 'libpg-query';
import type { Output, Scope, Session } from './model.js';

/** What expressions need of statements. */
export interface Queries {
  /**
   * The columns of a query that stands within an expression, such as `EXISTS (SELECT …)`; it sees the names of `scope`. The
   * node is the SelectStmt. A parameter among them may still be unsettled.
   */
  subquery(select: Node, scope: Scope, session: Session): readonly Output[];
}
