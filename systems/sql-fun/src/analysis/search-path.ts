import type { Node } from 'libpg-query';

/** The search_path that `SET search_path TO a, b` sets. */
export function searchPathOf(node: Node): readonly string[] | undefined {
  if (!('VariableSetStmt' in node)) return undefined;
  const { name, kind, args = [] } = node.VariableSetStmt;
  if (name !== 'search_path' || kind !== 'VAR_SET_VALUE') return undefined;
  return args.flatMap((arg) =>
    'A_Const' in arg && arg.A_Const.sval ? [arg.A_Const.sval.sval ?? ''] : [],
  );
}
