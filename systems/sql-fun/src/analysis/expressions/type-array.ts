import type { A_ArrayExpr, Node } from 'libpg-query';
import { arrayOf, elementOf, type PgType, type TypeUse } from '../../pg/index.js';
import type { Typed } from '../model.js';
import { firstLocation, whereOf } from '../node.js';
import { coerce } from './coerce.js';
import { commonOf } from './common-of.js';
import type { Env } from './env.js';
import { locationOf } from './names.js';
import { UNTYPED } from './typed.js';

/** `ARRAY[…]`, whose elements have to go together. */
export function typeArray(array: A_ArrayExpr, env: Env): Typed {
  const nodes = array.elements ?? [];
  const elements = nodes.map((element) => env.typeOf(element));
  const location = locationOf(array);
  if (elements.length === 0) {
    const message = 'The type of an empty array is not clear; cast it, as in ARRAY[]::integer[].';
    env.session.report({ code: 'type_mismatch', target: 'sql', name: 'ARRAY', message, location });
    return UNTYPED;
  }
  const at = (index: number) => firstLocation(nodes[index]);
  const common = commonOf(elements, env.session, { target: 'sql', name: 'ARRAY', location, at });
  if (common.type === undefined) return UNTYPED;
  return { type: arrayOf(common.type), typmod: common.typmod };
}

/** `ARRAY[…]::integer[]`: the cast reaches the elements, so that they need no type of their own. */
export function typeArrayAs(array: A_ArrayExpr, target: TypeUse, env: Env): Typed {
  for (const element of array.elements ?? []) typeElementAs(element, target, env);
  return target;
}

function typeElementAs(node: Node, target: TypeUse, env: Env): void {
  if ('A_ArrayExpr' in node) {
    typeArrayAs(node.A_ArrayExpr, target, env);
    return;
  }
  const typed = env.typeOf(node);
  const nested = typed.type !== undefined && elementOf(typed.type) !== undefined;
  const type: PgType | undefined = nested ? target.type : elementOf(target.type);
  if (type !== undefined) {
    const use = { type, typmod: target.typmod };
    coerce(typed, use, env.session, 'explicit', whereOf('ARRAY', node));
  }
}
