import type { FuncCall, Node } from 'libpg-query';
import { locationOf, names, nodesIn } from './node.js';
import type { QueryScope } from './query-scope.js';
import { resolve } from './resolve.js';
import type { StatementSession } from './session.js';

/** What of an expression belongs to this query: not what is in its subqueries. */
export function ownNodes(root: unknown): Iterable<object> {
  return nodesIn(root, (tag) => tag !== 'subselect');
}

/** Whether a call is of an aggregate for sure: not of a function that may also be something else. */
export function isAggregate(call: FuncCall, session: StatementSession): boolean {
  if (call.over) return false;
  if (call.agg_star || call.agg_within_group) return true;
  const parts = names(call.funcname);
  const schema = parts.at(-2);
  const where = schema === undefined ? { path: session.path } : { schema };
  const routines = session.schema.catalog.routines(parts.at(-1) ?? '', where);
  return routines.length > 0 && routines.every(({ kind }) => kind === 'aggregate');
}

/** Whether an expression has an aggregate of this query itself. */
export function hasAggregate(root: unknown, scope: QueryScope): boolean {
  for (const node of ownNodes(root)) {
    if ('JsonObjectAgg' in node || 'JsonArrayAgg' in node) return true;
    if (!('FuncCall' in node)) continue;
    const call = node.FuncCall as FuncCall;
    if (isAggregate(call, scope.session) && !isOfOuterQuery(call, scope)) return true;
  }
  return false;
}

/** An aggregate over columns of the query around belongs to that one. */
function isOfOuterQuery(call: FuncCall, scope: QueryScope): boolean {
  let outer = false;
  for (const node of nodesIn(call)) {
    if (!('ColumnRef' in node)) continue;
    const found = resolve(
      scope,
      names((node as { ColumnRef: { fields?: Node[] } }).ColumnRef.fields),
    );
    const level = found.kind === 'column' || found.kind === 'row' ? found.level : scope;
    if (level === scope) return false;
    outer = true;
  }
  return outer;
}

/** Aggregates and window functions have no place in a clause such as WHERE. */
export function refuseAggregates(root: unknown, clause: string, scope: QueryScope): void {
  for (const node of ownNodes(root)) {
    if (!('FuncCall' in node)) continue;
    const call = node.FuncCall as FuncCall;
    const aggregate = isAggregate(call, scope.session) && !isOfOuterQuery(call, scope);
    if (aggregate)
      misplaced(call, `Aggregates such as ${nameOf(call)} cannot be in ${clause}.`, scope);
    else if (call.over) refuseWindow(call, clause, scope);
  }
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
