import type { Node } from 'libpg-query';

/** The members of one kind of node. */
export type NodeOf<K extends string> = Extract<Node, Record<K, unknown>>[K];

export function only<K extends string>(kind: K, nodes: readonly Node[] | undefined): NodeOf<K>[] {
  return (nodes ?? []).flatMap((node) =>
    kind in node ? [(node as Extract<Node, Record<K, unknown>>)[kind]] : [],
  );
}

/** The texts of a list of strings: the parts of a name. */
export function strings(nodes: readonly Node[] | undefined): string[] {
  return only('String', nodes).map(({ sval }) => sval ?? '');
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A name as SQL, such as `"public"."users"`. */
export const written = (parts: readonly string[]) => parts.map(quoted).join('.');

export const relationParts = ({ schemaname, relname = '' }: NodeOf<'RangeVar'> = {}): string[] =>
  schemaname === undefined ? [relname] : [schemaname, relname];

export function isDeeperThan(tree: unknown, limit: number): boolean {
  let level: unknown[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one ? Object.values(one) : []));
  }
  return false;
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
