import type { Migration } from '@errata/store';
import { numberedTable } from './numbered-table.js';

/** What was asked to be written, and what became of it. */
export const createWriteAudit: Migration = {
  async up(db, dialect) {
    await numberedTable(db, dialect, 'write_audit')
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('correlation_id', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('tool', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('space', 'text')
      .addColumn('reason', 'text')
      .addColumn('rule', 'text')
      .addColumn('memory_id', 'text')
      .addColumn('outbox_id', 'bigint')
      .addColumn('evidence', 'text')
      .addColumn('detail', 'text')
      .execute();
    await db.schema.createIndex('write_audit_by_time').on('write_audit').column('at').execute();
    await db.schema
      .createIndex('write_audit_by_request')
      .on('write_audit')
      .column('correlation_id')
      .execute();
  },
};
