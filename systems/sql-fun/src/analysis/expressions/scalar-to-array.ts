import type { Node } from 'libpg-query';
import { arrayOf, elementOf, formatType, isUnknown } from '../../pg/index.js';
import type { Typed } from '../model.js';
import type { Env } from './env.js';
import { locationOfNode } from './names.js';
import { operate, type OperatorUse } from './operate.js';
import { settle } from './settle.js';
import { builtin, operandType } from './typed.js';

/** `x = ANY (array)` and `x = ALL (array)`. */
export function scalarToArray(
  use: OperatorUse,
  lexpr: Node | undefined,
  rexpr: Node | undefined,
  env: Env,
): Typed {
  const { session } = env;
  const result = builtin('bool', session);
  if (lexpr === undefined || rexpr === undefined) return result;
  const left = env.typeOf(lexpr);
  const right = env.typeOf(rexpr);
  const type = operandType(right, session);
  if (type === undefined) return result;
  const element = isUnknown(type) ? type : elementOf(type);
  if (element === undefined) {
    const name = formatType(type);
    const message = `ANY and ALL take an array on the right side, and this is of type ${name}.`;
    const { location } = use;
    session.report({ code: 'type_mismatch', target: 'type', name, message, location });
    return result;
  }
  const one = { type: element, typmod: -1 };
  const { right: becomes, result: answer } = operate(use, left, one, session);
  if (answer.type !== undefined && answer.type !== result.type) {
    const name = use.parts.join('.');
    const message = `ANY and ALL take an operator that says true or false, which ${name} does not.`;
    const { location } = use;
    session.report({ code: 'type_mismatch', target: 'operator', name, message, location });
  }
  const array = becomes && arrayOf(becomes);
  if (array !== undefined) settle(right, array, session, locationOfNode(rexpr));
  return result;
}
