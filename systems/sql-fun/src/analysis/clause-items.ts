import type { Node } from 'libpg-query';
import type { PgType } from '../pg/index.js';
import type { Analyzer } from './analyzer.js';
import { checkComparable, type Comparison } from './comparable.js';
import { columnKey } from './expression-key.js';
import { typeOf } from './expressions/index.js';
import { firstLocation, names } from './node.js';
import type { QueryScope } from './query-scope.js';
import { resolve } from './resolve.js';
import type { StatementSession } from './session.js';
import type { Target, Targets } from './targets.js';

/** An entry of ORDER BY, GROUP BY or DISTINCT ON. */
export interface ClauseItem {
  readonly node: Node;
  /** The column of the SELECT list that it means by name or by position. */
  readonly target?: Target;
  readonly type: PgType | undefined;
}

/** Reads one entry: a name or a position of the SELECT list, or an expression. */
export function readItem(
  node: Node,
  clause: string,
  targets: Targets,
  scope: QueryScope,
  analyzer: Analyzer,
): ClauseItem {
  if ('A_Const' in node) return itemOf(node, byPosition(node, clause, targets, scope));
  const name = bareName(node);
  if (name !== undefined && !(clause === 'GROUP BY' && isColumn(name, scope))) {
    const target = byName(name, node, clause, targets, scope);
    if (target) return itemOf(node, target);
  }
  return { node, type: typeOf(node, scope, scope.session, analyzer).type };
}

function itemOf(node: Node, target: Target | undefined): ClauseItem {
  return { node, type: target?.output.type, ...(target && { target }) };
}

/** The values of each entry have to be of a type that can be grouped or sorted. */
export function checkItems(
  items: readonly ClauseItem[],
  comparison: Comparison,
  clause: string,
  session: StatementSession,
): void {
  for (const { node, type } of items) {
    checkComparable(type, comparison, clause, session, () => firstLocation(node));
  }
}

/** Equal for entries that mean the same. */
export function itemKey({ node, target }: ClauseItem, scope: QueryScope): string {
  return target ? targetKey(target, scope) : scope.keys.of(node);
}

export function targetKey({ node, ref }: Target, scope: QueryScope): string {
  if (ref) return columnKey(ref);
  return node ? scope.keys.of(node) : '';
}

export function bareName(node: Node): string | undefined {
  if (!('ColumnRef' in node) || node.ColumnRef.fields?.length !== 1) return undefined;
  return names(node.ColumnRef.fields)[0];
}

/** GROUP BY prefers the columns of FROM to the names of the SELECT list. */
function isColumn(name: string, scope: QueryScope): boolean {
  const found = resolve({ items: scope.items, lateral: false, outer: undefined }, [name]);
  return found.kind === 'column' || found.kind === 'ambiguous' || found.kind === 'open';
}

function byName(
  name: string,
  node: Node,
  clause: string,
  targets: Targets,
  scope: QueryScope,
): Target | undefined {
  const found = targets.list.filter(({ output }) => output.name === name);
  const [first] = found;
  if (!first || found.length === 1) return first;
  const key = targetKey(first, scope);
  if (found.some((target) => targetKey(target, scope) !== key)) {
    const message = `${name} in ${clause} may mean more than one column of the SELECT list.`;
    const location = firstLocation(node);
    scope.session.report({ code: 'ambiguous', target: 'column', name, message, location });
  }
  return first;
}

function byPosition(
  node: Extract<Node, { A_Const: unknown }>,
  clause: string,
  targets: Targets,
  scope: QueryScope,
): Target | undefined {
  const { ival } = node.A_Const;
  const { list, open } = targets;
  const position = ival === undefined ? undefined : (ival.ival ?? 0);
  const target = position === undefined ? undefined : list[position - 1];
  if (target && !open) return target;
  if (open && position !== undefined) return undefined;
  const message =
    position === undefined
      ? `A constant in ${clause} has to be the number of a column of the SELECT list.`
      : `${clause} ${position} is not a column of the SELECT list, which has ${list.length}.`;
  const name = `${clause}${position === undefined ? '' : ` ${position}`}`;
  const location = firstLocation(node);
  scope.session.report({ code: 'misplaced', target: 'sql', name, message, location });
  return undefined;
}
