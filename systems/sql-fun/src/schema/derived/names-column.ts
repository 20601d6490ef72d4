import type { ColumnRef, Node } from 'libpg-query';
import { strings } from '../ast.js';
import type { DraftRelation } from '../draft/draft-relation.js';
import { objectsIn } from './objects-in.js';

/** Whether the query of a view names a column of what is called so in it; one without a qualifier counts. */
export function namesColumn(view: DraftRelation, qualifier: string, column: string): boolean {
  for (const each of objectsIn(view.definition?.query)) {
    if ('ColumnRef' in each && isIt(each.ColumnRef as ColumnRef, qualifier, column)) return true;
    if ('usingClause' in each && strings(each.usingClause as Node[]).includes(column)) return true;
  }
  return false;
}

function isIt({ fields = [] }: ColumnRef, qualifier: string, column: string): boolean {
  const parts = strings(fields);
  const isStar = parts.length < fields.length;
  if (!isStar && parts.pop() !== column) return false;
  return parts.length === 0 || parts.at(-1) === qualifier;
}
