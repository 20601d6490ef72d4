import { redefine, type PgType } from '../../pg/index.js';
import { afterMove } from '../derived/before-change.js';
import type { Draft } from '../draft/draft.js';
import type { DraftIndex, DraftRelation } from '../draft/draft-relation.js';

/** Where something is to be from now on. */
export interface Destination {
  readonly schema?: string | undefined;
  readonly name?: string | undefined;
}

/** Gives a relation another name or schema; its indexes and sequences stay with it. */
export function moveRelation(draft: Draft, relation: DraftRelation, to: Destination): void {
  const { schema = relation.schema, name = relation.name } = to;
  draft.namespaces.get(relation.schema)?.relations.delete(relation.name);
  if (relation.kind === 'sequence') redefine(relation.rowType, { schema, name });
  else moveTypeName(draft, relation.rowType, { schema, name });
  relation.schema = schema;
  relation.name = name;
  draft.namespace(schema).relations.set(name, relation);
  afterMove(relation);
  if (to.schema === undefined) return;
  for (const index of relation.indexes) moveIndex(draft, index, { schema });
  for (const sequence of relation.sequences) moveRelation(draft, sequence, { schema });
}

export function moveIndex(draft: Draft, index: DraftIndex, to: Destination): void {
  draft.namespaces.get(index.schema)?.indexes.delete(index.name);
  const { name } = index;
  index.schema = to.schema ?? index.schema;
  index.name = to.name ?? name;
  draft.namespace(index.schema).indexes.set(index.name, index);
  // A key and its index have one name.
  for (const key of index.table.keys) if (key.index === index) key.name = index.name;
}

/** Gives a type that is no row another name or schema. */
export function moveType(draft: Draft, type: PgType, to: Destination): void {
  const { schema = type.schema, name = type.name } = to;
  const types = draft.namespaces.get(type.schema)?.types;
  types?.delete(type.name);
  const { multirange } = type;
  if (multirange !== undefined) types?.delete(multirange.name);
  draft.catalog.removeType(type);
  if (multirange !== undefined) {
    redefine(multirange, { schema });
    if (multirange.array !== undefined) redefine(multirange.array, { schema });
  }
  rename(type, schema, name);
  draft.addType(type);
}

function moveTypeName(draft: Draft, type: PgType, to: Required<Destination>): void {
  draft.catalog.removeType(type);
  rename(type, to.schema ?? type.schema, to.name ?? type.name);
  draft.addRowType(type);
}

function rename(type: PgType, schema: string, name: string): void {
  redefine(type, { schema, name });
  if (type.array !== undefined) redefine(type.array, { schema, name: `_${name}` });
}
