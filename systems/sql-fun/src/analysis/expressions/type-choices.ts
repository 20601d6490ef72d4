import type { CaseExpr, CoalesceExpr, MinMaxExpr, Node } from 'libpg-query';
import type { Typed } from '../model.js';
import { firstLocation } from '../node.js';
import { commonOf } from './common-of.js';
import type { Env } from './env.js';
import { locationOfNode } from './names.js';
import { again, compare, operandOf } from './operands.js';
import { settle } from './settle.js';
import { condition } from './type-conditions.js';
import { builtin, builtinType, isOpen } from './typed.js';

/** CASE, with a value to compare or without. What ELSE says counts first for the type of the result. */
export function typeCase(expression: CaseExpr, env: Env): Typed {
  const { arg, args = [], defresult } = expression;
  const subject = arg && caseSubject(arg, env);
  const results: Typed[] = [];
  const nodes: (Node | undefined)[] = [defresult];
  for (const node of args) {
    if (!('CaseWhen' in node)) continue;
    const { expr, result } = node.CaseWhen;
    if (expr !== undefined && subject === undefined) condition(expr, 'WHEN', env);
    else if (expr !== undefined && subject !== undefined) {
      const value = operandOf(expr, env);
      const use = { parts: ['='], location: locationOfNode(expr) };
      if (value !== undefined) compare(use, again(subject, env), value, env);
    }
    if (result === undefined) continue;
    results.push(env.typeOf(result));
    nodes.push(result);
  }
  const otherwise =
    defresult === undefined ? builtin('unknown', env.session) : env.typeOf(defresult);
  return common([otherwise, ...results], nodes, 'CASE', env);
}

/** A value that CASE compares is a text where nothing else is said of it. */
function caseSubject(arg: Node, env: Env) {
  const subject = operandOf(arg, env);
  const text = builtinType('text', env.session);
  if (subject === undefined || text === undefined || !isOpen(subject.typed)) return subject;
  settle(subject.typed, text, env.session, locationOfNode(arg));
  return { typed: { type: text, typmod: -1 } };
}

export function typeCoalesce({ args = [] }: CoalesceExpr, env: Env): Typed {
  return common(typedArgs(args, env), args, 'COALESCE', env);
}

/** GREATEST and LEAST. */
export function typeMinMax({ op, args = [] }: MinMaxExpr, env: Env): Typed {
  return common(typedArgs(args, env), args, op === 'IS_LEAST' ? 'LEAST' : 'GREATEST', env);
}

function typedArgs(args: readonly Node[], env: Env): readonly Typed[] {
  return args.map((arg) => env.typeOf(arg));
}

/** `nodes` are what the values were written as. */
function common(
  typeds: readonly Typed[],
  nodes: readonly (Node | undefined)[],
  name: string,
  { session }: Env,
): Typed {
  const at = (index: number) => firstLocation(nodes[index]);
  return commonOf(typeds, session, { target: 'sql', name, at });
}
