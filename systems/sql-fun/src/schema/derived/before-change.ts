import { strings } from '../ast.js';
import type { DraftRelation } from '../draft/draft-relation.js';
import { columnNames } from './column-names.js';
import { detach } from './detach.js';
import { expandStars } from './expand-stars.js';
import { namesColumn } from './names-column.js';
import { textNode, type RangeNode } from './nodes.js';
import { renamed, visibleName } from './star-columns.js';

/** To be called before the columns of a relation change: what is made of it keeps its own. */
export function beforeChange(relation: DraftRelation): void {
  for (const user of [...relation.users]) {
    if (user.kind === 'table') detach(user, relation);
    else expandStars(user);
  }
}

/** The same before a column gets another name; in the queries that use it, it keeps the old one. */
export function beforeColumnRename(relation: DraftRelation): void {
  beforeChange(relation);
  const names = columnNames(relation);
  if (names === undefined) return;
  for (const [, node] of referencesTo(relation)) {
    const { alias } = node.RangeVar;
    const colnames = renamed(names, strings(alias?.colnames)).map(textNode);
    node.RangeVar.alias = { ...alias, aliasname: visibleName(node.RangeVar), colnames };
  }
}

/** The same before a column goes; the views that use it are told. */
export function beforeColumnRemoval(
  relation: DraftRelation,
  column: string,
): readonly DraftRelation[] {
  beforeChange(relation);
  const at = columnNames(relation)?.indexOf(column) ?? -1;
  const users = new Set<DraftRelation>();
  for (const [user, node] of referencesTo(relation)) {
    const { alias } = node.RangeVar;
    const seenAs = strings(alias?.colnames)[at] ?? column;
    if (namesColumn(user, visibleName(node.RangeVar), seenAs)) users.add(user);
    if (alias?.colnames !== undefined) alias.colnames.splice(at, at === -1 ? 0 : 1);
  }
  return [...users];
}

/** When a relation has got another name or schema, the queries that use it find it there. */
export function afterMove(relation: DraftRelation): void {
  for (const [, node] of referencesTo(relation)) {
    const range = node.RangeVar;
    if (range.relname !== relation.name) range.alias ??= { aliasname: range.relname ?? '' };
    range.relname = relation.name;
    range.schemaname = relation.schema;
  }
}

/** Where the queries of other relations name a relation. */
export function* referencesTo(
  relation: DraftRelation,
): Generator<readonly [user: DraftRelation, node: RangeNode]> {
  for (const user of relation.users) {
    for (const [node, source] of user.sources) {
      if (source === relation && 'RangeVar' in node) yield [user, node];
    }
  }
}
