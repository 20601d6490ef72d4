import type { Node } from 'libpg-query';
import type { Relation } from '../schema/index.js';
import type { ColumnList } from './column-list.js';
import type { Ctes } from './cte.js';
import type { Queries } from './queries.js';
import type { QueryScope } from './query-scope.js';
import type { Rows } from './rows.js';
import type { StatementSession } from './session.js';

/** What a query is part of. */
export interface Surroundings {
  readonly session: StatementSession;
  /** The query whose names it sees. */
  readonly outer: QueryScope | undefined;
  /** The queries of WITH clauses that it sees. */
  readonly ctes: Ctes | undefined;
  /** Is told the rows of the part that does not recurse, before the part that does is read. */
  readonly onFirst?: (rows: Rows) => void;
}

/** The parts of the analysis that need each other, so that each of them can be a file of its own. */
export interface Analyzer extends Queries {
  /** A SELECT or VALUES, or an INSERT, UPDATE, DELETE or MERGE and what it returns. */
  query(node: Node, within: Surroundings): Rows;
  /** The columns of a relation that may be seen, of a view as well. */
  columnsOf(relation: Relation, session: StatementSession): ColumnList;
}
