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

/** The objects of a tree, without recursion: hostile trees are deep. Nothing inside an object is visited where `enter` is false. */
export function* objectsIn(
  tree: unknown,
  enter: (object: Readonly<Record<string, unknown>>) => boolean = () => true,
): Generator<Readonly<Record<string, unknown>>> {
  const open = [tree];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const object = one as Record<string, unknown>;
    if (!enter(object)) continue;
    yield object;
    for (const value of Object.values(object).reverse()) open.push(value);
  }
}

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
