import type { Node, RowExpr } from 'libpg-query';
import type { Typed } from '../model.js';
import type { Env } from './env.js';
import { operate, type OperatorUse } from './operate.js';
import { partsOfRow } from './star-fields.js';
import { builtin, isUnsettled, type RecordTyped } from './typed.js';

/** One side of an operator: a value, or a row that is compared part by part. */
export interface Operand {
  readonly typed: Typed;
  readonly row?: readonly Typed[];
}

export function operandOf(node: Node | undefined, env: Env): Operand | undefined {
  if (node === undefined) return undefined;
  if (!('RowExpr' in node)) return { typed: env.typeOf(node) };
  const row = rowParts(node.RowExpr, env);
  return { typed: rowOf(row, env), row };
}

/** The same operand in a second comparison: a parameter may have got its type in the first. */
export function again({ typed, row }: Operand, { session }: Env): Operand {
  const fresh = (each: Typed) => (isUnsettled(each) ? session.parameter(each.param) : each);
  return { typed: fresh(typed), ...(row !== undefined && { row: row.map(fresh) }) };
}

/** `ROW(…)`. */
export function typeRow(row: RowExpr, env: Env): RecordTyped {
  return rowOf(rowParts(row, env), env);
}

/** An operator between two operands; rows are compared part by part. */
export function compare(
  use: OperatorUse,
  left: Operand | undefined,
  right: Operand,
  env: Env,
): Typed {
  if (left?.row === undefined || right.row === undefined) {
    return operate(use, left?.typed, right.typed, env.session).result;
  }
  return compareRows(use, left.row, right.row, env);
}

/** Two rows, part by part. */
export function compareRows(
  use: OperatorUse,
  left: readonly Typed[],
  right: readonly Typed[],
  env: Env,
): Typed {
  if (left.length !== right.length) {
    const message = `The left side has ${columns(left.length)} and the right side has ${right.length}.`;
    const name = use.parts.join('.');
    const { location } = use;
    env.session.report({ code: 'column_count', target: 'sql', name, message, location });
  }
  for (const [index, typed] of left.entries()) {
    const other = right[index];
    if (other !== undefined) operate(use, typed, other, env.session);
  }
  return builtin('bool', env.session);
}

function columns(count: number): string {
  return count === 1 ? '1 column' : `${count} columns`;
}

function rowOf(parts: readonly Typed[], { session }: Env): RecordTyped {
  const fields = parts.map((typed, index) => ({ ...typed, name: `f${index + 1}` }));
  return { ...builtin('record', session), fields };
}

function rowParts({ args }: RowExpr, env: Env): readonly Typed[] {
  return (args ?? []).flatMap((arg) => partsOfRow(arg, env));
}
