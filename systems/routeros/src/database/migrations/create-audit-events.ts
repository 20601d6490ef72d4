import type { Migration } from '@errata/store';

/** The audit log. The number of an event is never given twice, also after rows were deleted. */
export const createAuditEvents: Migration = {
  async up(db, dialect) {
    const table = db.schema.createTable('audit_events');
    const numbered =
      dialect === 'postgres'
        ? table.addColumn('id', 'bigint', (id) => id.generatedAlwaysAsIdentity().primaryKey())
        : table.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement());
    await numbered
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('tier', 'text')
      .addColumn('device_id', 'text')
      .addColumn('plan_id', 'text')
      .addColumn('reason', 'text')
      .addColumn('ref', 'text')
      .addColumn('detail', 'text')
      .execute();
  },
};
