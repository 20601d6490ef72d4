import { itemsOf, qualifiedName, strings, type NodeOf } from '../ast.js';
import type { Draft } from '../draft/draft.js';

const RELATIONS: ReadonlySet<string> = new Set([
  'OBJECT_TABLE',
  'OBJECT_VIEW',
  'OBJECT_MATVIEW',
  'OBJECT_FOREIGN_TABLE',
  'OBJECT_SEQUENCE',
]);

export function commentOn(stmt: NodeOf<'CommentStmt'>, draft: Draft): void {
  const { objtype = '', object, comment } = stmt;
  const parts = strings(itemsOf(object));
  const name = qualifiedName(parts);
  if (RELATIONS.has(objtype)) {
    const relation = draft.find(name);
    if (relation === undefined) draft.missing('relation', name);
    else relation.comment = comment;
  } else if (objtype === 'OBJECT_COLUMN') {
    commentOnColumn(draft, parts, comment);
  } else if (objtype === 'OBJECT_SCHEMA') {
    const namespace = draft.namespaces.get(name.name);
    if (namespace === undefined) draft.missing('schema', name);
    else namespace.comment = comment;
  }
}

function commentOnColumn(draft: Draft, parts: readonly string[], comment: string | undefined) {
  const name = qualifiedName(parts.slice(0, -1));
  const relation = draft.find(name);
  if (relation === undefined) return draft.missing('relation', name);
  const column = relation.column(parts.at(-1) ?? '');
  if (column !== undefined) column.comment = comment;
  else if (!relation.isDerived) {
    draft.problem(`column "${parts.at(-1)}" of "${relation.name}" does not exist`);
  }
}
