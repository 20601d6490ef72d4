import { columnName } from './column-name.js';
import type { MaskedText } from './masks.js';
import { childrenIn, namesIn, type SyntaxNode } from './syntax.js';

/** A column of a result. */
export interface Output {
  readonly name: string;
  readonly isMasked: boolean;
}

/** The columns of the result as they are written; undefined where that is by `*`, or there is none. */
export function outputsOf(root: SyntaxNode, masked: MaskedText): readonly Output[] | undefined {
  let query = root;
  for (let arm = query; arm !== undefined; arm = childrenIn(arm, 'larg')[0]!) query = arm;
  const [returning] = childrenIn(query, 'returningClause');
  const targets =
    returning === undefined ? childrenIn(query, 'targetList') : childrenIn(returning, 'exprs');
  const values = targets.map(({ children: [value] }) => namesIn(value?.members['fields']));
  if (query.kind === 'UpdateStmt' && returning === undefined) return undefined;
  if (targets.length === 0 || values.some((names) => names.includes('*'))) return undefined;
  return targets.map((target) => {
    const { name = columnName(target.children[0]) ?? '?column?' } = target.members;
    return { name: String(name), isMasked: masked.touches(target) };
  });
}
