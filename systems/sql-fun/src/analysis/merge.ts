import type { MergeStmt, MergeWhenClause, Node } from 'libpg-query';
import type { Analyzer, Surroundings } from './analyzer.js';
import { assign, readAssignments } from './assignments.js';
import { checkCondition } from './condition.js';
import { readTarget, refuseGenerated, type DmlTarget } from './dml-target.js';
import { typeOf } from './expressions/index.js';
import { addFrom } from './from.js';
import { insertColumns } from './insert-columns.js';
import { checkNames, itemOf, setLateral } from './items.js';
import { firstLocation } from './node.js';
import { QueryScope } from './query-scope.js';
import type { Item } from './resolve.js';
import { readReturning } from './returning.js';
import type { Rows } from './rows.js';
import type { StatementSession } from './session.js';
import { readWith } from './with.js';

/** A MERGE and what it returns. */
export function mergeRows(merge: MergeStmt, within: Surroundings, analyzer: Analyzer): Rows {
  const { session, outer, ctes } = within;
  const scope = new QueryScope(session, outer, ctes);
  return readWith(merge.withClause, scope, analyzer, () => {
    const target = readTarget(merge.relation!, scope, analyzer);
    const own = itemOf(target.source);
    addFrom(merge.sourceRelation && [merge.sourceRelation], scope, analyzer);
    checkNames([own], scope.items, merge.sourceRelation, session);
    const source = scope.items;
    setLateral([own], false, true);
    // RETURNING * gives the columns of the source first.
    scope.items = [...source, own];
    checkCondition(merge.joinCondition, 'ON', scope, analyzer);
    const always = new Set<string | undefined>();
    for (const node of merge.mergeWhenClauses ?? []) {
      if (!('MergeWhenClause' in node)) continue;
      const clause = node.MergeWhenClause;
      if (always.has(clause.matchKind)) reportUnreachable(clause, session);
      if (!clause.condition) always.add(clause.matchKind);
      scope.seeing(visibleTo(clause, source, own), () => readWhen(clause, target, scope, analyzer));
    }
    return readReturning(merge.returningClause, target, scope, analyzer);
  });
}

function reportUnreachable(clause: MergeWhenClause, session: StatementSession): void {
  const message = 'This WHEN is never reached: one before it has no condition.';
  const location = firstLocation(clause);
  session.report({ code: 'misplaced', target: 'sql', name: 'WHEN', message, location });
}

/** A row without a match has only one side. */
function visibleTo(
  { matchKind }: MergeWhenClause,
  source: readonly Item[],
  target: Item,
): readonly Item[] {
  if (matchKind === 'MERGE_WHEN_NOT_MATCHED_BY_SOURCE') return [target];
  if (matchKind === 'MERGE_WHEN_NOT_MATCHED_BY_TARGET') return source;
  return [...source, target];
}

function readWhen(
  clause: MergeWhenClause,
  target: DmlTarget,
  scope: QueryScope,
  analyzer: Analyzer,
): void {
  checkCondition(clause.condition, 'WHEN', scope, analyzer);
  if (clause.commandType === 'CMD_UPDATE') {
    readAssignments(clause.targetList, target, scope, analyzer);
  }
  if (clause.commandType === 'CMD_INSERT') readInsert(clause, target, scope, analyzer);
}

function readInsert(
  clause: MergeWhenClause,
  target: DmlTarget,
  scope: QueryScope,
  analyzer: Analyzer,
): void {
  const { values = [], targetList, override } = clause;
  const { list, explicit, open } = insertColumns(targetList, values.length, target, scope);
  for (const [i, node] of values.entries()) {
    if ('SetToDefault' in node) continue;
    const typed = typeOf(node, scope, scope.session, analyzer);
    const at = list[i];
    if (!at?.column) continue;
    const overriding = override !== undefined && override !== 'OVERRIDING_NOT_SET';
    refuseGenerated(target, at.name, { overriding, location: at.location }, scope);
    assign(typed, at.column, { ...at.place, val: node }, scope, analyzer);
  }
  const short = explicit && values.length > 0 && values.length < list.length;
  if (!open && (values.length > list.length || short))
    reportCount(values, list.length, target, scope);
}

function reportCount(
  values: readonly Node[],
  columns: number,
  { name }: DmlTarget,
  scope: QueryScope,
): void {
  const message = `INSERT has ${values.length} values for ${columns} columns of ${name}.`;
  const location = firstLocation(values);
  scope.session.report({ code: 'column_count', target: 'table', name, message, location });
}
