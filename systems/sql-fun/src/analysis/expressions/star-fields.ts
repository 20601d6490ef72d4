import type { Node } from 'libpg-query';
import type { Output, Typed } from '../model.js';
import type { Env } from './env.js';
import { locationOf, partsOf } from './names.js';
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

/** The values of a part of a row: one, or those that a star stands for. */
export function partsOfRow(node: Node, env: Env): readonly Typed[] {
  if ('ColumnRef' in node && node.ColumnRef.fields?.some((field) => 'A_Star' in field)) {
    return env.scope.star(partsOf(node.ColumnRef.fields), locationOf(node.ColumnRef));
  }
  return starFields(node, env) ?? [env.typeOf(node)];
}
