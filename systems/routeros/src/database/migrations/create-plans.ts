import type { Migration } from '@errata/store';

/** Plans, and what became of each on its devices. */
export const createPlans: Migration = {
  async up(db) {
    await db.schema
      .createTable('plans')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('change', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('approved_by', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('approved_at', 'text')
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text')
      .addColumn('executing_by', 'text')
      .addColumn('lease_until', 'text')
      .addColumn('failure', 'text')
      .execute();
    await db.schema
      .createIndex('plans_by_status')
      .on('plans')
      .columns(['status', 'created_at'])
      .execute();
    await db.schema
      .createTable('plan_outcomes')
      .addColumn('plan_id', 'text', (column) =>
        column.notNull().references('plans.id').onDelete('cascade'),
      )
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('detail', 'text')
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('plan_outcomes_pk', ['plan_id', 'device_id'])
      .execute();
  },
};
