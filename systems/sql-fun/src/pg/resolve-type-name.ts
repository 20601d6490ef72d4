import type { Node, TypeName } from 'libpg-query';
import type { PgCatalog } from './catalog.js';
import type { TypeUse } from './pg-type.js';
import { typmodOf } from './typmod-of.js';

/** The types that columns have which are written as `serial` and its like. */
export const SERIAL_TYPES: ReadonlyMap<string, string> = new Map([
  ['smallserial', 'int2'],
  ['serial2', 'int2'],
  ['serial', 'int4'],
  ['serial4', 'int4'],
  ['bigserial', 'int8'],
  ['serial8', 'int8'],
]);

/** The type that a type name of the parser means; undefined where there is none, and for `%TYPE`. */
export function resolveTypeName(
  node: TypeName,
  catalog: PgCatalog,
  path: readonly string[],
): TypeUse | undefined {
  if (node.pct_type === true) return undefined;
  const names = (node.names ?? []).map(nameOf);
  const name = names.at(-1);
  const schema = names.at(-2);
  if (name === undefined) return undefined;
  const named = catalog.type(name, schema === undefined ? { path } : { schema });
  const isArray = (node.arrayBounds ?? []).length > 0;
  const type = isArray ? (named?.array ?? named) : named;
  if (type === undefined || (isArray && type.kind !== 'array')) return undefined;
  return { type, typmod: typmodOf(type, (node.typmods ?? []).flatMap(numberOf)) };
}

function nameOf(node: Node): string {
  return 'String' in node ? (node.String.sval ?? '') : '';
}

/** The parser leaves a zero out. */
function numberOf(node: Node): readonly number[] {
  return 'A_Const' in node && node.A_Const.ival !== undefined ? [node.A_Const.ival.ival ?? 0] : [];
}
