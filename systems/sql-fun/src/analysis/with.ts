import type { WithClause } from 'libpg-query';
import type { Analyzer } from './analyzer.js';
import { findCte, type Ctes } from './cte.js';
import { locationOf } from './node.js';
import type { QueryScope } from './query-scope.js';
import type { Rows } from './rows.js';
import { WithQuery } from './with-query.js';

/** Reads a WITH clause, then the statement that has it. */
export function readWith(
  clause: WithClause | undefined,
  scope: QueryScope,
  analyzer: Analyzer,
  statement: () => Rows,
): Rows {
  if (!clause) return statement();
  const { session, ctes: around } = scope;
  const queries: WithQuery[] = [];
  let own: Ctes | undefined;
  for (const node of clause.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue;
    const definition = node.CommonTableExpr;
    const query = new WithQuery(definition, clause.recursive ?? false, analyzer, scope);
    if (findCte(own, query.name)) {
      const { name } = query;
      const message = `WITH has more than one query ${name}.`;
      const location = locationOf(definition);
      session.report({ code: 'duplicate', target: 'alias', name, message, location });
    }
    // Without RECURSIVE a query sees those before it; with it, all of them and itself.
    if (!clause.recursive) query.ctes = scope.ctes;
    own = { cte: query, next: own };
    scope.ctes = { cte: query, next: scope.ctes };
    queries.push(query);
    if (!clause.recursive) query.read();
  }
  if (clause.recursive) {
    for (const query of queries) query.ctes = scope.ctes;
    for (const query of queries) query.read();
  }
  try {
    return statement();
  } finally {
    scope.ctes = around;
  }
}
