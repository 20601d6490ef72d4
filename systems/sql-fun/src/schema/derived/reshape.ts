import type { Draft } from '../draft/draft.js';
import type { DraftRelation } from '../draft/draft-relation.js';
import type { WrittenType } from '../draft/written-type.js';
import type { Definition } from '../schema.js';
import { columnNames } from './column-names.js';
import { columnTarget, select, starTarget, subquery, typedTarget, type Target } from './nodes.js';

/** What the old query is called within the new one. */
const OLD = 'q';

/** Gives a column of a view, or of a table that was made by a query, another name. */
export function renameDerived(draft: Draft, relation: DraftRelation, from: string, to: string) {
  const names = columnNames(relation);
  if (names === undefined) return unclear(draft, relation, from);
  const at = names.indexOf(from);
  if (at === -1) return missing(draft, relation, from);
  const aliases = [...names];
  aliases[at] = to;
  setDefinition(relation, { aliases });
}

/** A table that was made by a query gets one column more. */
export function addDerived(relation: DraftRelation, name: string, type: WrittenType): void {
  wrap(relation, [starTarget(OLD), typedTarget(name, type)], relation.definition?.aliases ?? []);
}

/** In place of a column comes another, or none. */
export function replaceDerived(
  draft: Draft,
  relation: DraftRelation,
  column: string,
  type?: WrittenType,
): void {
  const names = columnNames(relation);
  if (names === undefined) return unclear(draft, relation, column);
  if (!names.includes(column)) return missing(draft, relation, column);
  const targets = names.flatMap((name): Target[] => {
    if (name !== column) return [columnTarget([OLD, name])];
    return type === undefined ? [] : [typedTarget(name, type)];
  });
  wrap(relation, targets, names);
}

function wrap(relation: DraftRelation, targets: readonly Target[], aliases: readonly string[]) {
  const { definition } = relation;
  if (definition === undefined) return;
  const query = select(targets, [subquery(definition.query, OLD, aliases)]);
  setDefinition(relation, { query, aliases: [] });
}

function setDefinition(relation: DraftRelation, changes: Partial<Definition>): void {
  const { definition } = relation;
  if (definition !== undefined) relation.definition = { ...definition, ...changes };
}

function missing(draft: Draft, { name }: DraftRelation, column: string): void {
  draft.problem(`column "${column}" of "${name}" does not exist`);
}

function unclear(draft: Draft, { name }: DraftRelation, column: string): void {
  draft.problem(`the columns of "${name}" follow from a query: "${column}" is left as it is`);
}
