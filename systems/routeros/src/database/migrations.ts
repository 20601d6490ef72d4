import type { Migration } from '@errata/store';

/** The devices, and how to sign in to them. */
const createRegistryTables: Migration = {
  async up(db) {
    await db.schema
      .createTable('devices')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('management_address', 'text', (column) => column.notNull())
      .addColumn('environment', 'text', (column) => column.notNull())
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('allow_advanced_writes', 'integer', (column) => column.notNull())
      .addColumn('allow_professional_workflows', 'integer', (column) => column.notNull())
      .addColumn('allow_firewall_writes', 'integer', (column) => column.notNull())
      .addColumn('allow_routing_writes', 'integer', (column) => column.notNull())
      .addColumn('routeros_version', 'text')
      .addColumn('max_concurrent', 'integer', (column) => column.notNull())
      .addColumn('requests_per_minute', 'integer', (column) => column.notNull())
      .addColumn('tls_mode', 'text', (column) => column.notNull())
      .addColumn('tls_fingerprint', 'text')
      .addColumn('tls_ca', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('credentials')
      .addColumn('device_id', 'text', (column) =>
        column.primaryKey().notNull().references('devices.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
  },
};

/** The audit log. The number of an event is never given twice, also after rows were deleted. */
const createAuditEvents: Migration = {
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

/** Plans, and what became of each on its devices. */
const createPlans: Migration = {
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

/** Why a change may have no effect on a device, for the person who approves the plan. */
const addPlanWarnings: Migration = {
  async up(db) {
    await db.schema.alterTable('plan_outcomes').addColumn('warning', 'text').execute();
  },
};

/** How the tables came to be, in order of the names. What was released is never changed, only added to. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_registry': createRegistryTables,
  '0002_audit': createAuditEvents,
  '0003_plans': createPlans,
  '0004_plan_warnings': addPlanWarnings,
};
