import type { A_Expr, Node } from 'libpg-query';
import type { Typed } from '../model.js';
import type { Env } from './env.js';
import { inList } from './in-list.js';
import { locationOf, locationOfNode } from './names.js';
import { again, compare, compareRows, operandOf, type Operand } from './operands.js';
import { operate, operatorUse, type OperatorUse } from './operate.js';
import { scalarToArray } from './scalar-to-array.js';
import { builtin, UNTYPED } from './typed.js';

/** An operator, and what is written with words but means one: BETWEEN, IN, LIKE, IS DISTINCT FROM, NULLIF, ANY, ALL. */
export function typeOperator(expression: A_Expr, env: Env): Typed {
  const { kind = 'AEXPR_OP', lexpr, rexpr } = expression;
  const use = operatorUse(expression.name, locationOf(expression));
  switch (kind) {
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL':
      return scalarToArray(use, lexpr, rexpr, env);
    case 'AEXPR_IN':
      return inList(use, lexpr, rexpr, env);
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
    case 'AEXPR_BETWEEN_SYM':
    case 'AEXPR_NOT_BETWEEN_SYM':
      return between(expression, use.location, env);
    case 'AEXPR_NULLIF':
      return nullIf(use, lexpr, rexpr, env);
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT':
      plain(expression, env);
      return builtin('bool', env.session);
    default:
      return plain(expression, env);
  }
}

/** A chain such as `a || b || c` leans to the left and may be longer than the stack is deep: it is read from its start. */
function plain(expression: A_Expr, env: Env): Typed {
  const links = [expression];
  let start = expression.lexpr;
  while (start !== undefined && 'A_Expr' in start && isLink(start.A_Expr)) {
    links.push(start.A_Expr);
    start = start.A_Expr.lexpr;
  }
  let left = operandOf(start, env);
  let typed = UNTYPED;
  for (const link of links.reverse()) {
    typed = applied(link, left, env);
    left = { typed };
  }
  return typed;
}

function isLink({ kind = 'AEXPR_OP' }: A_Expr): boolean {
  return kind === 'AEXPR_OP';
}

function applied({ name, rexpr, location = 0 }: A_Expr, left: Operand | undefined, env: Env) {
  const use = operatorUse(name, locationOf({ location }));
  const select = left?.row && rexpr && scalarSubquery(rexpr);
  if (left?.row !== undefined && select !== undefined) {
    return compareRows(use, left.row, env.queries.subquery(select, env.scope, env.session), env);
  }
  const right = operandOf(rexpr, env);
  return right === undefined ? UNTYPED : compare(use, left, right, env);
}

function scalarSubquery(node: Node): Node | undefined {
  if (!('SubLink' in node) || node.SubLink.subLinkType !== 'EXPR_SUBLINK') return undefined;
  return node.SubLink.subselect;
}

function nullIf(
  use: OperatorUse,
  lexpr: Node | undefined,
  rexpr: Node | undefined,
  env: Env,
): Typed {
  const left = operandOf(lexpr, env);
  const right = operandOf(rexpr, env);
  if (left === undefined || right === undefined) return UNTYPED;
  const { left: becomes } = operate(use, left.typed, right.typed, env.session);
  if (becomes === undefined) return UNTYPED;
  return { type: becomes, typmod: left.typed.type === becomes ? left.typed.typmod : -1 };
}

function between({ kind, lexpr, rexpr }: A_Expr, location: number | undefined, env: Env): Typed {
  const bounds = rexpr !== undefined && 'List' in rexpr ? (rexpr.List.items ?? []) : [];
  const [value, low, high] = [lexpr, ...bounds].map((node) => operandOf(node, env));
  const at = location ?? locationOfNode(lexpr);
  const ordered = (sign: string, left: Operand, right: Operand) =>
    compare({ parts: [sign], location: at }, again(left, env), again(right, env), env).type !==
    undefined;
  const symmetric = kind === 'AEXPR_BETWEEN_SYM' || kind === 'AEXPR_NOT_BETWEEN_SYM';
  if (value !== undefined && low !== undefined && high !== undefined) {
    const fits = ordered('>=', value, low) && ordered('<=', value, high);
    if (fits && symmetric && ordered('>=', value, high)) ordered('<=', value, low);
  }
  return builtin('bool', env.session);
}
