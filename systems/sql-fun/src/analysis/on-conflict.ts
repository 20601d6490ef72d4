import type { OnConflictClause } from 'libpg-query';
import { refuseAggregates } from './aggregates.js';
import type { Analyzer } from './analyzer.js';
import { readAssignments } from './assignments.js';
import { checkCondition } from './condition.js';
import { shadowOf, type DmlTarget } from './dml-target.js';
import { typeOf } from './expressions/index.js';
import { itemOf } from './items.js';
import { locationOf } from './node.js';
import type { QueryScope } from './query-scope.js';

/** Reads ON CONFLICT: what it is about, and what is done then with the row that is there and the one that is `excluded`. */
export function readConflict(
  clause: OnConflictClause,
  target: DmlTarget,
  scope: QueryScope,
  analyzer: Analyzer,
): void {
  const { infer, targetList, whereClause } = clause;
  for (const node of infer?.indexElems ?? []) {
    if (!('IndexElem' in node)) continue;
    const { name, expr } = node.IndexElem;
    if (name !== undefined) scope.column([name], infer && locationOf(infer));
    if (expr) typeOf(expr, scope, scope.session, analyzer);
  }
  checkCondition(infer?.whereClause, 'WHERE', scope, analyzer);
  if (clause.action !== 'ONCONFLICT_UPDATE') return;
  if (!infer) {
    const message = 'DO UPDATE needs to know of which conflict: ON CONFLICT (columns) DO UPDATE.';
    const name = 'ON CONFLICT';
    const location = locationOf(clause);
    scope.session.report({ code: 'misplaced', target: 'sql', name, message, location });
  }
  const excluded = itemOf(shadowOf(target, 'excluded'));
  scope.seeing([...scope.items, excluded], () => {
    readAssignments(targetList, target, scope, analyzer);
    checkCondition(whereClause, 'WHERE', scope, analyzer);
    refuseAggregates([targetList, whereClause], 'ON CONFLICT', scope);
  });
}
