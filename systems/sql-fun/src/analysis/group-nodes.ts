import type { Node } from 'libpg-query';
import type { StatementSession } from './session.js';

/** The expressions of GROUP BY, also those inside of ROLLUP, CUBE and GROUPING SETS. */
export function groupNodes(
  nodes: readonly Node[] | undefined,
  session: StatementSession,
): readonly Node[] {
  return (nodes ?? []).flatMap((node): readonly Node[] => {
    if ('GroupingSet' in node) {
      const { content } = node.GroupingSet;
      return session.deeper(() => groupNodes(content, session));
    }
    // A row without ROW is a list of expressions: GROUP BY (a, b).
    if ('RowExpr' in node && node.RowExpr.row_format === 'COERCE_IMPLICIT_CAST') {
      const { args } = node.RowExpr;
      return session.deeper(() => groupNodes(args, session));
    }
    return [node];
  });
}
