import type { Migration } from '@errata/store';
import { numberedTable } from './numbered-table.js';

/** The memories that wait for OpenMemory. */
export const createOutbox: Migration = {
  async up(db, dialect) {
    await numberedTable(db, dialect, 'outbox_memory')
      .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'text', (column) => column.notNull())
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'text')
      .addColumn('last_error', 'text')
      .addColumn('memory_id', 'text')
      .addColumn('correlation_id', 'text', (column) => column.notNull())
      .addColumn('destination', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('outbox_memory_by_turn')
      .on('outbox_memory')
      .columns(['status', 'next_attempt_at', 'id'])
      .execute();
  },
};
