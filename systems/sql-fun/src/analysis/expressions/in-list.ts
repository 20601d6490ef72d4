import type { Node } from 'libpg-query';
import { arrayOf } from '../../pg/index.js';
import type { Typed } from '../model.js';
import { commonTypeOf } from './common-of.js';
import type { Env } from './env.js';
import { compare, operandOf, type Operand } from './operands.js';
import { operate, type OperatorUse } from './operate.js';
import { settle } from './settle.js';
import { builtin, operandTypes } from './typed.js';

/**
 * `x IN (a, b)`. As in PostgreSQL, values that no column has part in are an array of a common type where there is one; the
 * others are compared one by one.
 */
export function inList(
  use: OperatorUse,
  lexpr: Node | undefined,
  rexpr: Node | undefined,
  env: Env,
): Typed {
  const left = operandOf(lexpr, env);
  const nodes = rexpr !== undefined && 'List' in rexpr ? (rexpr.List.items ?? []) : [];
  const items = nodes.map((node) => {
    const operand = operandOf(node, env);
    return { operand, constant: !hasColumn(node) };
  });
  if (left !== undefined) {
    const constants = items.flatMap(({ constant, operand }) =>
      constant && operand !== undefined ? [operand] : [],
    );
    const asArray = constants.length > 1 && compareAsArray(use, left, constants, env);
    for (const { constant, operand } of items) {
      if (operand !== undefined && !(constant && asArray)) compare(use, left, operand, env);
    }
  }
  return builtin('bool', env.session);
}

function compareAsArray(
  use: OperatorUse,
  left: Operand,
  values: readonly Operand[],
  { session }: Env,
): boolean {
  const typeds = [left, ...values].map(({ typed }) => typed);
  const types = operandTypes(typeds, session);
  const type = types && commonTypeOf(types, session);
  if (type === undefined || type.name === 'record' || arrayOf(type) === undefined) return false;
  for (const { typed } of values) settle(typed, type, session, use.location);
  operate(use, left.typed, { type, typmod: -1 }, session);
  return true;
}

/** Whether a column of the query is part of an expression; those of subqueries do not count. */
function hasColumn(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasColumn);
  if (typeof node !== 'object' || node === null) return false;
  if ('ColumnRef' in node) return true;
  return !('SelectStmt' in node) && Object.values(node).some(hasColumn);
}
