import type { FuncCall, JsonArrayAgg, JsonObjectAgg, Node, SelectStmt } from 'libpg-query';
import type { Routine } from '../pg/index.js';
import { firstLocation, locationOf, names, nodesIn } from './node.js';
import type { QueryScope } from './query-scope.js';
import { resolve, type Level } from './resolve.js';
import type { StatementSession } from './session.js';

/** What of an expression belongs to this query: not what is in its subqueries. */
export function ownNodes(root: unknown): Iterable<object> {
  return nodesIn(root, (tag) => tag !== 'subselect');
}

const SETS_ALLOWED: ReadonlySet<string> = new Set(['GROUP BY', 'VALUES']);

/** Whether a call is of a function for sure that gives any number of rows. */
function givesSet(call: FuncCall, session: StatementSession): boolean {
  const routines = routinesOf(call, session);
  return routines.length > 0 && routines.every(({ returnsSet }) => returnsSet);
}

function routinesOf({ funcname }: FuncCall, session: StatementSession): readonly Routine[] {
  const parts = names(funcname);
  const schema = parts.at(-2);
  const where = schema === undefined ? { path: session.path } : { schema };
  return session.schema.catalog.routines(parts.at(-1) ?? '', where);
}

/** Whether a call is of an aggregate for sure: not of a function that may also be something else. */
export function isAggregate(call: FuncCall, session: StatementSession): boolean {
  if (call.over) return false;
  if (call.agg_star || call.agg_within_group) return true;
  const routines = routinesOf(call, session);
  return routines.length > 0 && routines.every(({ kind }) => kind === 'aggregate');
}

/** JSON_ARRAYAGG and JSON_OBJECTAGG, where OVER does not make a window function of it. */
export function isJsonAggregate(node: object): boolean {
  const { JsonObjectAgg: object, JsonArrayAgg: array } = node as {
    JsonObjectAgg?: JsonObjectAgg;
    JsonArrayAgg?: JsonArrayAgg;
  };
  const aggregate = object ?? array;
  if (aggregate === undefined) return false;
  // Every object has a `constructor`; only one that the parser wrote counts.
  return !Object.hasOwn(aggregate, 'constructor') || aggregate.constructor?.over === undefined;
}

/** The first aggregate of this query itself in an expression. */
export function firstAggregate(root: unknown, scope: QueryScope): object | undefined {
  for (const node of ownNodes(root)) {
    const aggregate =
      isJsonAggregate(node) ||
      ('FuncCall' in node && isAggregate(node.FuncCall as FuncCall, scope.session));
    if (aggregate && levelOf(node, scope) === scope) return node;
  }
  return undefined;
}

/** An aggregate over columns of a query around belongs to that one, to the innermost of them. */
function levelOf(call: object, scope: QueryScope): Level {
  let nearest: Level | undefined;
  for (const node of nodesIn(call)) {
    if (!('ColumnRef' in node)) continue;
    const { fields } = (node as { ColumnRef: { fields?: Node[] } }).ColumnRef;
    const found = resolve(scope, names(fields));
    const level = found.kind === 'column' || found.kind === 'row' ? found.level : scope;
    if (level === scope) return scope;
    if (!nearest || isWithin(level, nearest)) nearest = level;
  }
  return nearest ?? scope;
}

function isWithin(level: Level, outer: Level): boolean {
  for (let at: Level | undefined = level; at; at = at.outer) if (at === outer) return true;
  return false;
}

/** Aggregates and window functions have no place in a clause such as WHERE. */
export function refuseAggregates(root: unknown, clause: string, scope: QueryScope): void {
  for (const node of ownNodes(root)) {
    if (!('FuncCall' in node)) continue;
    const call = node.FuncCall as FuncCall;
    const aggregate = isAggregate(call, scope.session) && levelOf(call, scope) === scope;
    if (aggregate)
      misplaced(call, `Aggregates such as ${nameOf(call)} cannot be in ${clause}.`, scope);
    else if (call.over) refuseWindow(call, clause, scope);
    else if (!SETS_ALLOWED.has(clause) && givesSet(call, scope.session))
      misplaced(
        call,
        `Functions such as ${nameOf(call)}, which give rows, cannot be in ${clause}.`,
        scope,
      );
  }
}

/** The part of a recursive query that recurses has no aggregates: it is computed step by step. */
export function refuseRecursiveAggregates(select: SelectStmt, scope: QueryScope): void {
  if (!scope.recurses) return;
  const { targetList, havingClause, sortClause } = select;
  const found = firstAggregate([targetList, havingClause, sortClause], scope);
  if (found === undefined) return;
  const name = 'FuncCall' in found ? nameOf(found.FuncCall as FuncCall) : 'JSON_ARRAYAGG';
  const message = `Aggregates such as ${name} cannot be in the part of a query that recurses.`;
  const location = firstLocation(found);
  scope.session.report({ code: 'misplaced', target: 'function', name, message, location });
}

export function hasWindow(root: unknown): boolean {
  for (const node of ownNodes(root)) {
    if ('FuncCall' in node && (node.FuncCall as FuncCall).over) return true;
  }
  return false;
}

/** Window functions are for the SELECT list and ORDER BY. */
export function refuseWindows(root: unknown, clause: string, scope: QueryScope): void {
  for (const node of ownNodes(root)) {
    if ('FuncCall' in node && (node.FuncCall as FuncCall).over) {
      refuseWindow(node.FuncCall as FuncCall, clause, scope);
    }
  }
}

/** An aggregate cannot be the argument of another one; a window function over one can. */
export function refuseNested(root: unknown, scope: QueryScope): void {
  for (const node of ownNodes(root)) {
    if (!('FuncCall' in node) || !isAggregate(node.FuncCall as FuncCall, scope.session)) continue;
    const { args, agg_order, agg_filter } = node.FuncCall as FuncCall;
    if (levelOf(node, scope).lateral) {
      const outer = node.FuncCall as FuncCall;
      const message = `${nameOf(outer)} is over columns of the query around, which is still reading its FROM.`;
      misplaced(outer, message, scope);
    }
    for (const inner of ownNodes([args, agg_order, agg_filter])) {
      if (!('FuncCall' in inner)) continue;
      const call = inner.FuncCall as FuncCall;
      if (isAggregate(call, scope.session)) {
        misplaced(call, `${nameOf(call)} cannot be within another aggregate.`, scope);
      }
    }
  }
}

function refuseWindow(call: FuncCall, clause: string, scope: QueryScope): void {
  misplaced(call, `Window functions such as ${nameOf(call)} cannot be in ${clause}.`, scope);
}

function misplaced(call: FuncCall, message: string, scope: QueryScope): void {
  const location = locationOf(call);
  const name = nameOf(call);
  scope.session.report({ code: 'misplaced', target: 'function', name, message, location });
}

function nameOf(call: FuncCall): string {
  return names(call.funcname).at(-1) ?? '';
}
