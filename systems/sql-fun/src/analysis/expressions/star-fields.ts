import type { Node } from 'libpg-query';
import type { Output } from '../model.js';
import type { Env } from './env.js';
import { fieldsOfTyped, typeIndirection } from './type-indirection.js';

/** The columns of `(x).*`; undefined where the node is none or its columns are not known. */
export function starFields(node: Node, env: Env): readonly Output[] | undefined {
  if (!('A_Indirection' in node)) return undefined;
  const { arg, indirection = [] } = node.A_Indirection;
  const last = indirection.at(-1);
  if (last === undefined || !('A_Star' in last)) return undefined;
  const row = typeIndirection({ ...(arg && { arg }), indirection: indirection.slice(0, -1) }, env);
  return fieldsOfTyped(row, env);
}
