import type { Exposure } from '../policy/index.js';
import type { ForeignKey, Relation, Schema } from '../schema/index.js';
import type { FoundObject } from './find-object.js';

export interface DescribedForeignKey {
  readonly name?: string;
  /** Of the table that refers. */
  readonly columns: readonly string[];
  /** The other table: which is referred to or, of `referenced_by`, which refers. */
  readonly namespace: string;
  readonly table: string;
  /** Of the table that is referred to. */
  readonly references: readonly string[];
}

export interface DescribedIndex {
  readonly name: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
}

/** Foreign keys out of a table, both ends of which may be seen. */
export function foreignKeysOf(
  relation: FoundObject,
  schema: Schema,
  exposure: Exposure | undefined,
): readonly DescribedForeignKey[] {
  return relation.foreignKeys
    .filter((key) => isVisible(relation, key, schema, exposure))
    .map((key) => described(key, key.schema, key.table, schema));
}

/** Foreign keys into a table, both ends of which may be seen. */
export function referencesTo(
  relation: FoundObject,
  schema: Schema,
  exposure: Exposure | undefined,
): readonly DescribedForeignKey[] {
  const found: DescribedForeignKey[] = [];
  for (const namespace of schema.namespaces.values()) {
    for (const other of namespace.relations.values()) {
      for (const key of other.foreignKeys) {
        if (key.schema !== relation.schema || key.table !== relation.name) continue;
        if (isVisible(other, key, schema, exposure))
          found.push(described(key, other.schema, other.name, schema));
      }
    }
  }
  return found;
}

/** The indexes of a table of whose columns all may be seen. */
export function indexesOf(
  relation: FoundObject,
  schema: Schema,
  exposure: Exposure | undefined,
): readonly DescribedIndex[] {
  const indexes = schema.namespaces.get(relation.schema)?.indexes.values() ?? [];
  return [...indexes]
    .filter(({ table, columns }) => table === relation.name && sees(exposure, relation, columns))
    .map(({ name, unique, columns }) => ({ name, unique, columns }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether all of some columns may be seen; what is no plain column needs all of the table to be. */
export function sees(
  exposure: Exposure | undefined,
  { schema, name }: Pick<Relation, 'schema' | 'name'>,
  columns: readonly string[],
): boolean {
  if (exposure === undefined) return true;
  if (!exposure.relation(schema, name)) return false;
  return (
    exposure.allColumns(schema, name) ||
    columns.every((column) => exposure.column(schema, name, column))
  );
}

function isVisible(
  from: Pick<Relation, 'schema' | 'name'>,
  key: ForeignKey,
  schema: Schema,
  exposure: Exposure | undefined,
): boolean {
  const to = { schema: key.schema, name: key.table };
  return sees(exposure, from, key.columns) && sees(exposure, to, targetsOf(key, schema));
}

/** The columns that a foreign key refers to: the primary key unless they are told. */
function targetsOf(key: ForeignKey, schema: Schema): readonly string[] {
  if (key.references.length > 0) return key.references;
  return schema.namespaces.get(key.schema)?.relations.get(key.table)?.primaryKey ?? [];
}

function described(
  key: ForeignKey,
  namespace: string,
  table: string,
  schema: Schema,
): DescribedForeignKey {
  return {
    ...(key.name !== undefined && { name: key.name }),
    columns: key.columns,
    namespace,
    table,
    references: targetsOf(key, schema),
  };
}
