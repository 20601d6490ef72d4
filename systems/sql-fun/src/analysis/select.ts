import type { Node, SelectStmt } from 'libpg-query';
import {
  refuseAggregates,
  refuseNested,
  refuseRecursiveAggregates,
  refuseWindows,
} from './aggregates.js';
import type { Analyzer, Surroundings } from './analyzer.js';
import { checkItems, readItem, type ClauseItem } from './clause-items.js';
import { checkCondition } from './condition.js';
import { checkDistinct } from './distinct.js';
import { addFrom } from './from.js';
import { groupNodes } from './group-nodes.js';
import { checkGrouping } from './grouping.js';
import { readLimit } from './limit.js';
import { checkLocking } from './locking.js';
import { QueryScope } from './query-scope.js';
import type { Rows } from './rows.js';
import { setOperation } from './set-operation.js';
import { readTargets, rowsOf, type Targets } from './targets.js';
import { valuesRows } from './values.js';
import { readWindows } from './windows.js';
import { readWith } from './with.js';

/** The columns of a SELECT, of VALUES or of a set operation. */
export function selectRows(select: SelectStmt, within: Surroundings, analyzer: Analyzer): Rows {
  const { session, outer, ctes } = within;
  const scope = new QueryScope(session, outer, ctes);
  return readWith(select.withClause, scope, analyzer, () => {
    const rows = bodyRows(select, scope, analyzer, within.onFirst);
    readLimit(select, scope, analyzer);
    checkLocking(select, scope);
    return rows;
  });
}

function bodyRows(
  select: SelectStmt,
  scope: QueryScope,
  analyzer: Analyzer,
  onFirst: Surroundings['onFirst'],
): Rows {
  if (select.op !== undefined && select.op !== 'SETOP_NONE') {
    return setOperation(select, scope, analyzer, onFirst);
  }
  if (select.valuesLists) return valuesRows(select, scope, analyzer);
  return plainRows(select, scope, analyzer);
}

function plainRows(select: SelectStmt, scope: QueryScope, analyzer: Analyzer): Rows {
  addFrom(select.fromClause, scope, analyzer);
  const targets = readTargets(select.targetList, scope, analyzer);
  refuseNested(select.targetList, scope);
  const { whereClause, havingClause } = select;
  if (whereClause) {
    checkCondition(whereClause, 'WHERE', scope, analyzer);
    refuseAggregates(whereClause, 'WHERE', scope);
  }
  if (havingClause) {
    checkCondition(havingClause, 'HAVING', scope, analyzer);
    refuseWindows(havingClause, 'HAVING', scope);
  }
  const read = (nodes: readonly Node[], clause: string) =>
    nodes.map((node) => readItem(node, clause, targets, scope, analyzer));
  const { session } = scope;
  const orderBy = read(sortNodes(select), 'ORDER BY');
  if (!hasOwnOrder(select)) checkItems(orderBy, 'sort', 'ORDER BY', session);
  const { errors } = session;
  const groupBy = read(groupNodes(select.groupClause, session), 'GROUP BY');
  for (const { node, target } of groupBy) refuseAggregates(target?.node ?? node, 'GROUP BY', scope);
  checkItems(groupBy, 'group', 'GROUP BY', session);
  const isGrouped = session.errors === errors;
  const distinct = distinctItems(select, targets, scope, analyzer);
  readWindows(select, scope, analyzer);
  refuseRecursiveAggregates(select, scope);
  // What follows from a GROUP BY that is wrong would mislead.
  if (isGrouped) checkGrouping({ select, targets, groupBy, orderBy }, scope);
  if (distinct) checkDistinct(distinct, orderBy, targets, scope);
  return rowsOf(targets);
}

/** `ORDER BY x USING <` names the order that the type may lack. */
function hasOwnOrder({ sortClause = [] }: SelectStmt): boolean {
  return sortClause.some((node) => 'SortBy' in node && node.SortBy.useOp !== undefined);
}

/** The expressions of ORDER BY. */
export function sortNodes({ sortClause = [] }: SelectStmt): readonly Node[] {
  return sortClause.flatMap((node) =>
    'SortBy' in node && node.SortBy.node ? [node.SortBy.node] : [],
  );
}

/** Empty for a DISTINCT without ON. */
function distinctItems(
  { distinctClause }: SelectStmt,
  targets: Targets,
  scope: QueryScope,
  analyzer: Analyzer,
): readonly ClauseItem[] | undefined {
  // The parser writes a DISTINCT without ON as a list with one empty node.
  return distinctClause
    ?.filter((node) => Object.keys(node).length > 0)
    .map((node) => readItem(node, 'DISTINCT ON', targets, scope, analyzer));
}
