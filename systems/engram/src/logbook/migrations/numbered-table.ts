import type { Kysely, StoreDialect } from '@errata/store';

/** A new table whose rows are numbered. A number is never given twice, also after rows were deleted. */
export function numberedTable(db: Kysely<unknown>, dialect: StoreDialect, name: string) {
  const table = db.schema.createTable(name);
  return dialect === 'postgres'
    ? table.addColumn('id', 'bigint', (id) => id.generatedAlwaysAsIdentity().primaryKey())
    : table.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement());
}
