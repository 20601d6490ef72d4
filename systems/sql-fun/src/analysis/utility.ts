import type { CopyStmt, IndexStmt, Node, RangeVar } from 'libpg-query';
import type { Analyzer } from './analyzer.js';
import { readTarget } from './dml-target.js';
import { checkCondition } from './condition.js';
import { typeOf } from './expressions/index.js';
import { findRelation, isRelation, type FindOptions, type FoundRelation } from './find-relation.js';
import { relationSource } from './from-relation.js';
import { itemOf } from './items.js';
import { locationOf, names } from './node.js';
import { QueryScope } from './query-scope.js';
import type { StatementSession } from './session.js';

const VIEWS: ReadonlySet<string> = new Set(['OBJECT_VIEW', 'OBJECT_MATVIEW']);
const RELATIONS: ReadonlySet<string> = new Set([
  ...VIEWS,
  'OBJECT_TABLE',
  'OBJECT_FOREIGN_TABLE',
  'OBJECT_SEQUENCE',
]);

/** Whether an object is a relation: a table, a view. */
export function isRelationObject(type: string | undefined): boolean {
  return type !== undefined && RELATIONS.has(type);
}

/** The relation of a statement that changes it: DROP, ALTER, TRUNCATE. */
export function changedRelation(
  range: RangeVar | undefined,
  session: StatementSession,
  object?: string,
  missingOk = false,
): FoundRelation {
  if (!range) return undefined;
  const options: FindOptions = {
    target: object !== undefined && VIEWS.has(object) ? 'view' : 'table',
    missingOk,
  };
  const found = findRelation(range, session, options);
  if (isRelation(found)) session.write(found);
  return found;
}

/** The name that DROP or COMMENT gives as a list of its parts. */
export function rangeOf(node: Node | undefined, dropped = 0): RangeVar | undefined {
  const parts = node && 'List' in node ? names(node.List.items) : [];
  const own = parts.slice(0, parts.length - dropped);
  const relname = own.at(-1);
  const schemaname = own.at(-2);
  // Such lists have no location.
  const range = { location: -1, ...(schemaname !== undefined && { schemaname }) };
  return relname === undefined ? undefined : { relname, ...range };
}

/** COMMENT ON COLUMN names a column of a relation. */
export function checkCommented(node: Node, session: StatementSession, analyzer: Analyzer): void {
  const range = rangeOf(node, 1);
  const name = 'List' in node ? names(node.List.items).at(-1) : undefined;
  if (!range || name === undefined) return;
  const found = changedRelation(range, session);
  const scope = new QueryScope(session, undefined);
  const source = relationSource(found, range, session, analyzer);
  scope.items = [itemOf(source)];
  scope.column([name], undefined);
}

/** COPY of a table, with its columns. */
export function checkCopy(copy: CopyStmt, session: StatementSession, analyzer: Analyzer): void {
  const { relation, attlist, is_from, whereClause } = copy;
  if (!relation) return;
  const scope = new QueryScope(session, undefined);
  const columns = names(attlist);
  if (is_from) {
    const target = readTarget(relation, scope, analyzer);
    scope.items = [itemOf(target.source)];
    if (columns.length === 0) scope.starRefs([], undefined);
  } else {
    const found = findRelation(relation, session);
    if (isRelation(found)) session.read(found);
    scope.items = [itemOf(relationSource(found, relation, session, analyzer))];
    if (columns.length === 0) scope.star([], undefined);
  }
  for (const column of columns) scope.column([column], locationOf(relation));
  checkCondition(whereClause, 'WHERE', scope, analyzer);
}

/** CREATE INDEX is about columns of a table. */
export function checkIndex(index: IndexStmt, session: StatementSession, analyzer: Analyzer): void {
  const { relation, indexParams = [], indexIncludingParams = [], whereClause } = index;
  if (!relation) return;
  const found = findRelation(relation, session);
  const scope = new QueryScope(session, undefined);
  scope.items = [itemOf(relationSource(found, relation, session, analyzer))];
  for (const node of [...indexParams, ...indexIncludingParams]) {
    if (!('IndexElem' in node)) continue;
    const { name, expr } = node.IndexElem;
    if (name !== undefined) scope.column([name], locationOf(relation));
    if (expr) typeOf(expr, scope, session, analyzer);
  }
  checkCondition(whereClause, 'WHERE', scope, analyzer);
}
