import { childrenIn, type SyntaxNode } from './syntax.js';

/** Statements with relations of their own. */
export const STATEMENTS: ReadonlySet<string> = new Set([
  ...['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'],
]);

/** Something in FROM, or the target of a statement that writes. */
export interface FromItem {
  readonly node: SyntaxNode;
  /** What its columns are qualified with. */
  readonly name: string;
  readonly aliased: boolean;
}

const ROLES = ['relation', 'fromClause', 'usingClause', 'sourceRelation'] as const;

/** The relations that the columns of a statement can come from, in the order of the text. */
export function fromItems(statement: SyntaxNode): readonly FromItem[] {
  return ROLES.flatMap((role) => childrenIn(statement, role)).flatMap(itemsOf);
}

function itemsOf(node: SyntaxNode): readonly FromItem[] {
  if (node.kind === 'JoinExpr') {
    return [...childrenIn(node, 'larg'), ...childrenIn(node, 'rarg')].flatMap(itemsOf);
  }
  if (node.kind === 'RangeTableSample') return childrenIn(node, 'relation').flatMap(itemsOf);
  const alias = (node.members['alias'] as { aliasname?: string } | undefined)?.aliasname;
  const name = alias ?? node.members['relname'];
  return [{ node, name: typeof name === 'string' ? name : '', aliased: alias !== undefined }];
}
