import type { Node } from 'libpg-query';
import type { DraftColumn, DraftRelation } from '../draft/draft-relation.js';
import { columnNames } from './column-names.js';
import { columnTarget, select, starTarget, subquery, typedTarget, type Target } from './nodes.js';

/**
 * The columns of a table that inherits from one that was made by a query follow from that query as well; its own come after
 * them, and columns of one name are one.
 */
export function inheritQueries(child: DraftRelation, parents: readonly DraftRelation[]): void {
  const derived = parents.find(({ definition }) => definition !== undefined);
  if (derived?.definition === undefined) return;
  const targets: Target[] = [];
  const from: Node[] = [];
  const seen = new Set<string>();
  const once = (name: string, target: Target) => {
    if (!seen.has(name)) targets.push(target);
    seen.add(name);
  };
  const addColumns = (columns: readonly DraftColumn[]) => {
    for (const { name, type } of columns) once(name, typedTarget(name, type));
  };
  for (const parent of parents) {
    const { definition, sources } = parent;
    if (definition === undefined) {
      addColumns(parent.columns);
      continue;
    }
    const alias = `p${from.length + 1}`;
    from.push(subquery(definition.query, alias, definition.aliases));
    const names = columnNames(parent);
    if (names === undefined) targets.push(starTarget(alias));
    for (const name of names ?? []) once(name, columnTarget([alias, name]));
    for (const [node, source] of sources) {
      child.sources.set(node, source);
      source.users.add(child);
    }
  }
  addColumns(child.columns);
  child.definition = { query: select(targets, from), path: derived.definition.path, aliases: [] };
  child.columns = [];
}
