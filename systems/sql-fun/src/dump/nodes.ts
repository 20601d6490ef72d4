import type { Node } from 'libpg-query';

/** The members of one kind of node. */
export type NodeOf<K extends string> =
  Extract<Node, Record<K, unknown>> extends infer N
    ? N extends Record<K, infer V>
      ? V
      : never
    : never;

/** The nodes of one kind in a list. */
export function only<K extends string>(kind: K, nodes: readonly Node[] | undefined): NodeOf<K>[] {
  return (nodes ?? []).flatMap((node) =>
    kind in node ? [(node as Record<K, NodeOf<K>>)[kind]] : [],
  );
}

/** The texts of a list of strings: the parts of a name. */
export function strings(nodes: readonly Node[] | undefined): string[] {
  return only('String', nodes).map(({ sval }) => sval ?? '');
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A name as SQL, such as `"public"."users"`. */
export const written = (parts: readonly string[]) => parts.map(quoted).join('.');

export interface RelationName {
  readonly schemaname?: string | undefined;
  readonly relname?: string | undefined;
}

export const relationParts = ({ schemaname, relname = '' }: RelationName): string[] =>
  schemaname === undefined ? [relname] : [schemaname, relname];

/** All members of a tree that have this key. */
export function* findAll(tree: unknown, key: string): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(tree)) for (const item of tree) yield* findAll(item, key);
  else if (typeof tree === 'object' && tree !== null) {
    for (const [name, value] of Object.entries(tree)) {
      if (name === key && typeof value === 'object') yield value as Record<string, unknown>;
      yield* findAll(value, key);
    }
  }
}

/** Whether an expression can be evaluated without running anything but input functions: literals, casts of them, arrays of them. */
export function isConstant(node: Node | undefined): boolean {
  if (node === undefined) return true;
  if ('A_Const' in node || 'SQLValueFunction' in node) return true;
  if ('TypeCast' in node) return isConstant(node.TypeCast.arg);
  if ('A_ArrayExpr' in node) return (node.A_ArrayExpr.elements ?? []).every(isConstant);
  // MINVALUE and MAXVALUE of a partition; a real column is refused there.
  if ('ColumnRef' in node) return true;
  return (
    'A_Expr' in node && node.A_Expr.lexpr === undefined && 'A_Const' in (node.A_Expr.rexpr ?? {})
  );
}
