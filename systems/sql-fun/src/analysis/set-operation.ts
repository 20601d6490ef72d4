import type { Node, SelectStmt } from 'libpg-query';
import { closest } from '../text/index.js';
import type { Analyzer } from './analyzer.js';
import { bareName } from './clause-items.js';
import { checkComparable } from './comparable.js';
import { commonOf } from './expressions/index.js';
import type { Output } from './model.js';
import { meant } from './name-problems.js';
import { firstLocation, whereOf } from './node.js';
import type { QueryScope } from './query-scope.js';
import type { Rows } from './rows.js';

/** The rows of UNION, INTERSECT or EXCEPT; `onFirst` is told those of the first query before the others are read. */
export function setOperation(
  select: SelectStmt,
  scope: QueryScope,
  analyzer: Analyzer,
  onFirst?: (rows: Rows) => void,
): Rows {
  const { session, ctes } = scope;
  const { first, others } = chainOf(select);
  const within = { session, outer: scope, ctes };
  let rows = analyzer.query({ SelectStmt: first }, within);
  if (others.length === 1) onFirst?.(rows);
  for (const [i, step] of others.entries()) {
    const { right, operation } = step;
    // Of a recursive query, all but the last step is the part that does not recurse.
    if (i > 0 && i === others.length - 1) onFirst?.(rows);
    const barrier = operation === 'UNION' ? undefined : operation;
    const next = session.barred(barrier, () => analyzer.query({ SelectStmt: right }, within));
    rows = combine(rows, next, step, scope);
  }
  checkOrder(select, rows, scope);
  return rows;
}

interface Step {
  readonly right: SelectStmt;
  readonly operation: string;
  /** Equal rows are looked for. */
  readonly distinct: boolean;
}

/** A chain leans to the left, and may be longer than the stack is deep. */
function chainOf(select: SelectStmt): { first: SelectStmt; others: readonly Step[] } {
  const others: Step[] = [];
  let at = select;
  while (isOperation(at) && (at === select || isBare(at))) {
    const operation = OPERATIONS[at.op!] ?? 'UNION';
    others.push({ right: at.rarg!, operation, distinct: !at.all || operation !== 'UNION' });
    at = at.larg!;
  }
  return { first: at, others: others.reverse() };
}

const OPERATIONS: Readonly<Record<string, string>> = {
  SETOP_UNION: 'UNION',
  SETOP_INTERSECT: 'INTERSECT',
  SETOP_EXCEPT: 'EXCEPT',
};

function isOperation({ op }: SelectStmt): boolean {
  return op !== undefined && op !== 'SETOP_NONE';
}

/** In parentheses it may have an order, a limit or a WITH of its own. */
function isBare(select: SelectStmt): boolean {
  const { sortClause, limitCount, limitOffset, withClause, lockingClause } = select;
  return !sortClause && !limitCount && !limitOffset && !withClause && !lockingClause;
}

function combine(
  left: Rows,
  right: Rows,
  { right: select, operation, distinct }: Step,
  scope: QueryScope,
): Rows {
  const open = left.open || right.open;
  if (open) return { outputs: left.outputs.map(untyped), open };
  const counts = [left.outputs.length, right.outputs.length];
  if (counts[0] !== counts[1]) {
    const message = `Both sides of ${operation} need the same number of columns; they have ${counts.join(' and ')}.`;
    const location = firstLocation(select);
    const target = 'sql';
    scope.session.report({ code: 'column_count', target, name: operation, message, location });
    return { outputs: left.outputs.map(untyped), open: false };
  }
  const { session } = scope;
  const outputs = left.outputs.map((output, i): Output => {
    const where = whereOf(operation, select, (side) => (side === 0 ? left : right).at?.(i));
    const { type, typmod } = commonOf([output, right.outputs[i]!], session, where);
    if (distinct) checkComparable(type, 'group', operation, session, () => left.at?.(i));
    return { name: output.name, type, typmod };
  });
  return { outputs, open: false, ...(left.at && { at: left.at }) };
}

function untyped({ name }: Output): Output {
  return { name, type: undefined, typmod: -1 };
}

/** What a set operation gives can be sorted by the names and numbers of its columns only. */
function checkOrder({ sortClause = [] }: SelectStmt, rows: Rows, scope: QueryScope): void {
  if (rows.open) return;
  for (const sort of sortClause) {
    const node = 'SortBy' in sort ? sort.SortBy.node : undefined;
    if (node) checkSorted(node, rows, scope);
  }
}

function checkSorted(node: Node, { outputs }: Rows, scope: QueryScope): void {
  const { session } = scope;
  const location = firstLocation(node);
  const name = bareName(node);
  if (name !== undefined) {
    const sorted = outputs.find((output) => output.name === name);
    if (sorted) checkComparable(sorted.type, 'sort', 'ORDER BY', session, () => location);
    if (sorted) return;
    const message = `The result has no column ${name} to be sorted by.`;
    const near = meant(
      closest(
        name,
        outputs.map((output) => output.name),
      ),
    );
    session.report({ code: 'not_found', target: 'column', name, message, ...near, location });
    return;
  }
  const position = 'A_Const' in node && node.A_Const.ival ? (node.A_Const.ival.ival ?? 0) : -1;
  const sorted = outputs[position - 1];
  if (sorted) checkComparable(sorted.type, 'sort', 'ORDER BY', session, () => location);
  if (sorted) return;
  const message =
    'A set operation can only be sorted by the names or numbers of its columns; put it in a subquery.';
  session.report({ code: 'misplaced', target: 'sql', name: 'ORDER BY', message, location });
}
