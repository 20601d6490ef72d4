import type { A_Const } from 'libpg-query';
import type { Typed } from '../model.js';
import type { Env } from './env.js';
import { locationOf } from './names.js';
import { builtin, type LiteralTyped } from './typed.js';

const INT8_MIN = -(2n ** 63n);
const INT8_MAX = 2n ** 63n - 1n;

/** A literal. A text has no type before the context says one. */
export function typeConstant(constant: A_Const, { session }: Env): Typed | LiteralTyped {
  if (constant.ival !== undefined) return builtin('int4', session);
  if (constant.fval !== undefined) return builtin(numberType(constant.fval.fval ?? ''), session);
  if (constant.boolval !== undefined) return builtin('bool', session);
  if (constant.bsval !== undefined) return builtin('bit', session);
  const unknown = builtin('unknown', session);
  if (constant.sval === undefined) return unknown;
  const literal = { text: constant.sval.sval ?? '', location: locationOf(constant) };
  return { ...unknown, literal };
}

/** A number that the parser does not keep as int4: decimal, hexadecimal, octal or binary, or with a fraction. */
function numberType(text: string): 'int4' | 'int8' | 'numeric' {
  const digits = text.replaceAll('_', '');
  if (!/^-?(0[xob][0-9a-f]+|[0-9]+)$/i.test(digits)) return 'numeric';
  const value = digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
  if (BigInt.asIntN(32, value) === value) return 'int4';
  return value >= INT8_MIN && value <= INT8_MAX ? 'int8' : 'numeric';
}
