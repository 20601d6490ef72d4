import type { BooleanTest, BoolExpr, Node, NullTest } from 'libpg-query';
import type { Typed } from '../model.js';
import { coerce } from './coerce.js';
import type { Env } from './env.js';
import { whereOf } from '../node.js';
import { builtin, builtinType } from './typed.js';

const WORDS = { AND_EXPR: 'AND', OR_EXPR: 'OR', NOT_EXPR: 'NOT' } as const;

/** AND, OR and NOT. */
export function typeLogic({ boolop, args }: BoolExpr, env: Env): Typed {
  for (const arg of args ?? []) condition(arg, WORDS[boolop ?? 'AND_EXPR'], env);
  return builtin('bool', env.session);
}

/** `x IS NULL`, which says nothing of the type of a parameter. */
export function typeNullTest({ arg }: NullTest, env: Env): Typed {
  if (arg !== undefined) env.typeOf(arg);
  return builtin('bool', env.session);
}

/** `x IS TRUE` and its kin. */
export function typeBooleanTest({ arg, booltesttype }: BooleanTest, env: Env): Typed {
  if (arg !== undefined) condition(arg, (booltesttype ?? 'IS_TRUE').replaceAll('_', ' '), env);
  return builtin('bool', env.session);
}

/** An expression that has to be a boolean, and the word that wants it. */
export function condition(node: Node, name: string, env: Env): void {
  const typed = env.typeOf(node);
  const type = builtinType('bool', env.session);
  if (type === undefined) return;
  coerce(typed, { type, typmod: -1 }, env.session, 'assignment', whereOf(name, node));
}
