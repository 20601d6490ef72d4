import type { CaseExpr, CoalesceExpr, MinMaxExpr, Node } from 'libpg-query';
import type { Typed } from '../model.js';
import { commonOf } from './common-of.js';
import type { Env } from './env.js';
import { locationOf, locationOfNode } from './names.js';
import { again, compare, operandOf } from './operands.js';
import { settle } from './settle.js';
import { condition } from './type-conditions.js';
import { builtin, builtinType, isOpen } from './typed.js';

/** CASE, with a value to compare or without. What ELSE says counts first for the type of the result. */
export function typeCase(expression: CaseExpr, env: Env): Typed {
  const { arg, args = [], defresult } = expression;
  const subject = arg && caseSubject(arg, env);
  const results: Typed[] = [];
  for (const node of args) {
    if (!('CaseWhen' in node)) continue;
    const { expr, result } = node.CaseWhen;
    if (expr !== undefined && subject === undefined) condition(expr, 'WHEN', env);
    else if (expr !== undefined && subject !== undefined) {
      const value = operandOf(expr, env);
      const use = { parts: ['='], location: locationOfNode(expr) };
      if (value !== undefined) compare(use, again(subject, env), value, env);
    }
    if (result !== undefined) results.push(env.typeOf(result));
  }
  const otherwise =
    defresult === undefined ? builtin('unknown', env.session) : env.typeOf(defresult);
  return common([otherwise, ...results], 'CASE', expression, env);
}

/** A value that CASE compares is a text where nothing else is said of it. */
function caseSubject(arg: Node, env: Env) {
  const subject = operandOf(arg, env);
  const text = builtinType('text', env.session);
  if (subject === undefined || text === undefined || !isOpen(subject.typed)) return subject;
  settle(subject.typed, text, env.session, locationOfNode(arg));
  return { typed: { type: text, typmod: -1 } };
}

export function typeCoalesce(expression: CoalesceExpr, env: Env): Typed {
  return common(typedArgs(expression.args, env), 'COALESCE', expression, env);
}

/** GREATEST and LEAST. */
export function typeMinMax(expression: MinMaxExpr, env: Env): Typed {
  const name = expression.op === 'IS_LEAST' ? 'LEAST' : 'GREATEST';
  return common(typedArgs(expression.args, env), name, expression, env);
}

function typedArgs(args: readonly Node[] | undefined, env: Env): readonly Typed[] {
  return (args ?? []).map((arg) => env.typeOf(arg));
}

function common(
  typeds: readonly Typed[],
  name: string,
  node: { readonly location?: number },
  { session }: Env,
): Typed {
  return commonOf(typeds, session, { target: 'sql', name, location: locationOf(node) });
}
