import type { Migration } from '@errata/store';

/** The devices, and how to sign in to them. */
export const createRegistryTables: Migration = {
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
