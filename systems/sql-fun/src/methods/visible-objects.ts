import type { Exposure } from '../policy/index.js';
import type { Namespace, Schema } from '../schema/index.js';
import { sees } from './described-keys.js';

export const OBJECT_KINDS = [
  'table',
  'partitioned_table',
  'foreign_table',
  'view',
  'materialized_view',
  'sequence',
  'index',
  'type',
  'function',
] as const;

export type ObjectKind = (typeof OBJECT_KINDS)[number];

export interface VisibleObject {
  readonly namespace: string;
  readonly name: string;
  readonly kind: ObjectKind;
  /** Of an index. */
  readonly table?: string;
  readonly comment?: string;
}

/** The schemas (namespaces) that may be seen. */
export function visibleNamespaces(
  schema: Schema,
  exposure: Exposure | undefined,
): readonly Namespace[] {
  return [...schema.namespaces.values()].filter(({ name }) => exposure?.schema(name) ?? true);
}

/** What there is in a schema (namespace) that may be seen. */
export function visibleObjects(
  namespace: Namespace,
  exposure: Exposure | undefined,
): readonly VisibleObject[] {
  const within = { namespace: namespace.name };
  const objects: VisibleObject[] = [];
  for (const relation of namespace.relations.values()) {
    const { name, kind, comment } = relation;
    if (sees(exposure, relation, []))
      objects.push({ ...within, name, kind, ...(comment !== undefined && { comment }) });
  }
  for (const { name, table, columns } of namespace.indexes.values()) {
    if (sees(exposure, { schema: namespace.name, name: table }, columns))
      objects.push({ ...within, name, kind: 'index', table });
  }
  // Types and functions have no rules of their own.
  if (exposure !== undefined && !exposure.everythingOf(namespace.name)) return objects;
  for (const { name, kind } of namespace.types.values()) {
    const ofItself = kind !== 'array' && kind !== 'multirange' && !namespace.relations.has(name);
    if (ofItself) objects.push({ ...within, name, kind: 'type' });
  }
  for (const name of namespace.routines) objects.push({ ...within, name, kind: 'function' });
  return objects;
}

/** How many there are of each kind that there is. */
export function countKinds(
  objects: readonly VisibleObject[],
): Readonly<Partial<Record<ObjectKind, number>>> {
  const counts: Partial<Record<ObjectKind, number>> = {};
  for (const kind of OBJECT_KINDS) {
    const count = objects.filter((object) => object.kind === kind).length;
    if (count > 0) counts[kind] = count;
  }
  return counts;
}
