import type { PgType } from '../../pg/index.js';
import { forget } from '../derived/define.js';
import { detach } from '../derived/detach.js';
import type { Draft } from '../draft/draft.js';
import type { DraftIndex, DraftRelation } from '../draft/draft-relation.js';

/**
 * Takes a relation away with what belongs to it: its indexes, its sequences and its partitions; where it cascades, also its heirs
 * and the views that are made of it.
 */
export function removeRelation(draft: Draft, relation: DraftRelation, cascades: boolean): void {
  if (relation.dropped) return;
  const heirs = cascades || relation.kind === 'partitioned_table' ? relation.descendants() : [];
  for (const each of [relation, ...heirs]) {
    each.dropped = true;
    for (const user of cascades ? [...each.users] : []) {
      if (user.kind !== 'table') removeRelation(draft, user, true);
    }
    removeOne(draft, each);
    for (const sequence of each.sequences) {
      sequence.dropped = true;
      removeOne(draft, sequence);
    }
  }
}

function removeOne(draft: Draft, relation: DraftRelation): void {
  const namespace = draft.namespaces.get(relation.schema);
  if (namespace?.relations.get(relation.name) === relation) {
    namespace.relations.delete(relation.name);
  }
  for (const user of [...relation.users]) if (user.kind === 'table') detach(user, relation);
  forget(relation);
  for (const index of relation.indexes) removeIndex(draft, index);
  for (const parent of relation.parents) parent.children.delete(relation);
  draft.catalog.removeType(relation.rowType);
}

export function removeIndex(draft: Draft, index: DraftIndex): void {
  draft.namespaces.get(index.schema)?.indexes.delete(index.name);
  index.table.indexes.delete(index);
  index.table.keys = index.table.keys.filter((key) => key.index !== index);
}

export function removeType(draft: Draft, type: PgType): void {
  const types = draft.namespaces.get(type.schema)?.types;
  types?.delete(type.name);
  if (type.multirange !== undefined) types?.delete(type.multirange.name);
  draft.catalog.removeType(type);
}

/** Empties a schema, and takes it away with what is made of it; `public` stays. */
export function removeNamespace(draft: Draft, name: string): void {
  const namespace = draft.namespaces.get(name);
  if (namespace === undefined) return;
  for (const relation of [...namespace.relations.values()]) removeRelation(draft, relation, true);
  for (const type of [...namespace.types.values()]) removeType(draft, type);
  namespace.routines.clear();
  namespace.comment = undefined;
  if (name !== 'public') draft.namespaces.delete(name);
}
