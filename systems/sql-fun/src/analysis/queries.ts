import type { Node } from 'libpg-query';
import type { PgType } from '../pg/index.js';
import type { Output, Scope, Session } from './model.js';

/** What expressions need of statements. */
export interface Queries {
  /**
   * The columns of a query that stands within an expression, such as `EXISTS (SELECT …)`; it sees the names of `scope`. The
   * node is the SelectStmt.
   */
  subquery(select: Node, scope: Scope, session: Session): readonly Output[];
  /** The fields of a composite type; those of a view's rows follow from its definition. Undefined where they are not known. */
  fields(type: PgType, session: Session): readonly Output[] | undefined;
}
