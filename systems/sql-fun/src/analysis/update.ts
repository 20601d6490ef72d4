import type { DeleteStmt, Node, UpdateStmt } from 'libpg-query';
import { refuseAggregates } from './aggregates.js';
import type { Analyzer, Surroundings } from './analyzer.js';
import { readAssignments } from './assignments.js';
import { checkCondition } from './condition.js';
import { readTarget, type DmlTarget } from './dml-target.js';
import { addFrom } from './from.js';
import { itemOf, setLateral } from './items.js';
import { QueryScope } from './query-scope.js';
import { readReturning } from './returning.js';
import type { Rows } from './rows.js';
import { readWith } from './with.js';

/** An UPDATE and what it returns. */
export function updateRows(update: UpdateStmt, within: Surroundings, analyzer: Analyzer): Rows {
  const { session, outer, ctes } = within;
  const scope = new QueryScope(session, outer, ctes);
  return readWith(update.withClause, scope, analyzer, () => {
    const target = readTarget(update.relation!, scope, analyzer);
    readSources(target, update.fromClause, scope, analyzer);
    readWhere(update.whereClause, scope, analyzer);
    const rows = readReturning(update.returningClause, target, scope, analyzer);
    readAssignments(update.targetList, target, scope, analyzer);
    refuseAggregates(update.targetList, 'UPDATE', scope);
    return rows;
  });
}

/** A DELETE and what it returns. */
export function deleteRows(statement: DeleteStmt, within: Surroundings, analyzer: Analyzer): Rows {
  const { session, outer, ctes } = within;
  const scope = new QueryScope(session, outer, ctes);
  return readWith(statement.withClause, scope, analyzer, () => {
    const target = readTarget(statement.relation!, scope, analyzer);
    readSources(target, statement.usingClause, scope, analyzer);
    readWhere(statement.whereClause, scope, analyzer);
    return readReturning(statement.returningClause, target, scope, analyzer);
  });
}

/** What is in FROM cannot use the target, not even with LATERAL. */
function readSources(
  target: DmlTarget,
  from: readonly Node[] | undefined,
  scope: QueryScope,
  analyzer: Analyzer,
): void {
  const item = itemOf(target.source);
  setLateral([item], true, false);
  scope.items = [item];
  addFrom(from, scope, analyzer);
}

function readWhere(where: Node | undefined, scope: QueryScope, analyzer: Analyzer): void {
  if (!where) return;
  checkCondition(where, 'WHERE', scope, analyzer);
  refuseAggregates(where, 'WHERE', scope);
}
