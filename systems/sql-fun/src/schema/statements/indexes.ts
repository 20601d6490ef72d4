import type { Constraint, Node } from 'libpg-query';
import { only, strings } from '../ast.js';
import { chooseName } from '../draft/choose-name.js';
import type { Draft } from '../draft/draft.js';
import type { DraftIndex, DraftRelation, Named } from '../draft/draft-relation.js';

/** The columns of that name; for one that is not there the name stands in. */
export function columnsOf(
  draft: Draft,
  relation: DraftRelation,
  names: readonly string[],
  line?: number,
): readonly Named[] {
  return names.map((name) => {
    const column = relation.column(name);
    if (column === undefined && !relation.isDerived) {
      draft.problem(`column "${name}" of "${relation.name}" does not exist`, line);
    }
    return column ?? { name };
  });
}

export function addIndex(
  draft: Draft,
  table: DraftRelation,
  index: Pick<DraftIndex, 'name' | 'unique' | 'columns'>,
): DraftIndex {
  const made = { ...index, schema: table.schema, table };
  draft.namespace(table.schema).indexes.set(index.name, made);
  table.indexes.add(made);
  return made;
}

/** A constraint that excludes is an index by another name. */
export function addExclusion(draft: Draft, relation: DraftRelation, constraint: Constraint): void {
  const elements = (constraint.exclusions ?? []).flatMap((pair) =>
    only('IndexElem', 'List' in pair ? pair.List.items : [pair]),
  );
  const names = elements.map((element) => element.name ?? expressionName(element.expr));
  const isTaken = (name: string) => draft.namespace(relation.schema).isTaken(name);
  const name = constraint.conname ?? chooseName(relation.name, names, 'excl', isTaken);
  const columns = names.map((each) => relation.column(each) ?? { name: each });
  addIndex(draft, relation, { name, unique: false, columns });
}

/** What an expression is called in the name of an index. */
export function expressionName(expression: Node | undefined): string {
  if (expression === undefined || !('FuncCall' in expression)) return 'expr';
  return strings(expression.FuncCall.funcname).at(-1) ?? 'expr';
}
