import type { Relation } from '../schema/index.js';
import { renamed } from './aliases.js';
import type { Analyzer } from './analyzer.js';
import { withoutUnknowns } from './built-in.js';
import { UNKNOWN_ROWS, type Rows } from './rows.js';
import { StatementSession } from './session.js';

const running = new Set<Relation>();

/** The columns of a view, by its definition. What is wrong with that is not a problem of the query that uses it. */
export function viewRows(view: Relation, session: StatementSession, analyzer: Analyzer): Rows {
  const { definition } = view;
  // A view that is made of itself has been replaced after the others were made: nothing is known of it.
  if (!definition || running.has(view)) return UNKNOWN_ROWS;
  running.add(view);
  try {
    const { schema, depth } = session;
    const { path, query, aliases } = definition;
    const inner = new StatementSession({ schema, path, exposure: undefined, depth });
    const rows = inner.deeper(() =>
      analyzer.query(query, { session: inner, outer: undefined, ctes: undefined }),
    );
    const { outputs, open } = withoutUnknowns(rows, inner);
    return { outputs: renamed(outputs, aliases), open };
  } finally {
    running.delete(view);
  }
}
