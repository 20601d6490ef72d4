import type { Draft } from '../draft/draft.js';
import type { DraftColumn, DraftRelation } from '../draft/draft-relation.js';
import { passOnKey } from './keys.js';

/** Makes a relation an heir of another; false where that would be a circle. */
export function link(draft: Draft, child: DraftRelation, parent: DraftRelation): boolean {
  if (child === parent || child.descendants().has(parent)) {
    draft.problem(`"${child.name}" and "${parent.name}" would inherit from each other`);
    return false;
  }
  parent.children.add(child);
  child.parents.add(parent);
  return true;
}

export function unlink(child: DraftRelation, parent: DraftRelation): void {
  parent.children.delete(child);
  child.parents.delete(parent);
}

/** A new table takes over the columns of a parent; columns of one name become one. */
export function inheritColumns(child: DraftRelation, parent: DraftRelation): void {
  for (const column of parent.columns) {
    const known = child.column(column.name);
    if (known === undefined) child.columns.push(copyOf(column));
    else known.notNull ||= column.notNull;
  }
}

/** A partition has the keys of its table. */
export function inheritKeys(draft: Draft, child: DraftRelation, parent: DraftRelation): void {
  for (const key of parent.keys) passOnKey(draft, child, key);
}

/** A column of its own that is like another; a value that is made by identity is not passed on. */
export function copyOf({ name, type, notNull, defaultText, generated }: DraftColumn): DraftColumn {
  const computed = generated === 'stored' || generated === 'virtual' ? generated : undefined;
  return { name, type, notNull, defaultText, generated: computed };
}

/** The columns that a change of a column reaches: those of its heirs as well, unless it says ONLY. */
export function reachedBy(
  relation: DraftRelation,
  recurses: boolean | undefined,
): readonly DraftRelation[] {
  return recurses === true ? [relation, ...relation.descendants()] : [relation];
}
