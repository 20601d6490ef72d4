import { strings } from '../ast.js';
import type { DraftRelation } from '../draft/draft-relation.js';
import { select, subquery, typedTarget, type RangeNode } from './nodes.js';
import { visibleName } from './star-columns.js';

/**
 * What a table was made of may change or go without the table: in the table's query, a subquery that has the columns of now
 * takes the place of the other relation.
 */
export function detach(table: DraftRelation, source: DraftRelation): void {
  for (const [node, relation] of [...table.sources]) {
    if (relation !== source) continue;
    table.sources.delete(node);
    if ('RangeVar' in node) replace(node, source);
    for (const [inner, further] of source.sources) {
      table.sources.set(inner, further);
      further.users.add(table);
    }
  }
  source.users.delete(table);
}

function replace(node: RangeNode, source: DraftRelation): void {
  const { definition, columns } = source;
  const aliases = strings(node.RangeVar.alias?.colnames);
  const query =
    definition?.query ?? select(columns.map(({ name, type }) => typedTarget(name, type)));
  const rest = definition?.aliases.slice(aliases.length) ?? [];
  const replacement = subquery(query, visibleName(node.RangeVar), [...aliases, ...rest]);
  // The query may have been written under another path.
  for (const [inner, further] of source.sources) {
    if ('RangeVar' in inner) inner.RangeVar.schemaname = further.schema;
  }
  Reflect.deleteProperty(node, 'RangeVar');
  Object.assign(node, replacement);
}
