import type { Node, TypeName } from 'libpg-query';
import type { NodeOf } from '../ast.js';
import type { WrittenType } from '../draft/written-type.js';

/** A relation in a FROM clause. */
export type RangeNode = Extract<Node, { RangeVar: unknown }>;
export type Target = Extract<Node, { ResTarget: unknown }>;

export const textNode = (sval: string): Node => ({ String: { sval } });

/** A column of a result: `q.a`, or with another name. */
export function columnTarget(parts: readonly string[], location?: number): Target {
  const fields = parts.map(textNode);
  const ref = { fields, ...(location !== undefined && { location }) };
  return { ResTarget: { val: { ColumnRef: ref } } };
}

export function starTarget(qualifier: string): Target {
  const fields: Node[] = [textNode(qualifier), { A_Star: {} }];
  return { ResTarget: { val: { ColumnRef: { fields } } } };
}

/** A column of which there is a name and a type, and no more. */
export function typedTarget(name: string, type: WrittenType): Target {
  const arg: Node = { A_Const: { isnull: true } };
  return { ResTarget: { name, val: { TypeCast: { arg, typeName: typeNameOf(type) } } } };
}

/** `(SELECT …) AS name (columns)`. */
export function subquery(query: Node, aliasname: string, columns: readonly string[]): Node {
  const colnames = columns.map(textNode);
  const alias = { aliasname, ...(colnames.length > 0 && { colnames }) };
  return { RangeSubselect: { subquery: query, alias } };
}

export function select(targetList: readonly Node[], fromClause: readonly Node[] = []): Node {
  const stmt: NodeOf<'SelectStmt'> = {
    targetList: [...targetList],
    ...(fromClause.length > 0 && { fromClause: [...fromClause] }),
    limitOption: 'LIMIT_OPTION_DEFAULT',
    op: 'SETOP_NONE',
  };
  return { SelectStmt: stmt };
}

/** The name of a type that means the same under any search_path, where the type is known. */
function typeNameOf({ node, use }: WrittenType): TypeName {
  if (use === undefined) return node;
  const { type } = use;
  const named = node.arrayBounds === undefined ? type : (type.element ?? type);
  const { pct_type: _, ...rest } = node;
  return { ...rest, names: [textNode(named.schema), textNode(named.name)], typemod: -1 };
}
