import { rangeName, type Draft } from '../draft/draft.js';
import type { DraftRelation } from '../draft/draft-relation.js';
import type { Definition } from '../schema.js';
import { tableReferences } from './table-references.js';

/** Says what query a relation stands for, and keeps in mind which relations that is about. */
export function define(draft: Draft, relation: DraftRelation, definition: Definition): void {
  forget(relation);
  relation.definition = definition;
  for (const node of tableReferences(definition.query)) {
    const source = draft.find(rangeName(node.RangeVar), definition.path);
    if (source === undefined || source === relation) continue;
    relation.sources.set(node, source);
    source.users.add(relation);
  }
}

/** A relation that goes uses nothing. */
export function forget(relation: DraftRelation): void {
  for (const source of relation.sources.values()) source.users.delete(relation);
  relation.sources.clear();
}
