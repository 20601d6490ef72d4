import type { Migration } from '@errata/store';
import { numberedTable } from './numbered-table.js';

/** What can be searched without OpenMemory, and the evidence that memories rest on. */
export const createKnowledgeTables: Migration = {
  async up(db, dialect) {
    await numberedTable(db, dialect, 'knowledge_candidates')
      .addColumn('space', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('kind', 'text')
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('outbox_id', 'bigint', (column) => column.notNull())
      .addColumn('memory_id', 'text')
      .execute();
    await db.schema
      .createIndex('knowledge_candidates_by_space')
      .on('knowledge_candidates')
      .columns(['space', 'id'])
      .execute();
    await db.schema
      .createIndex('knowledge_candidates_by_memory')
      .on('knowledge_candidates')
      .column('memory_id')
      .execute();
    await db.schema
      .createIndex('knowledge_candidates_by_outbox')
      .on('knowledge_candidates')
      .column('outbox_id')
      .execute();
    await db.schema
      .createTable('evidence')
      .addColumn('sha256', 'text', (column) => column.primaryKey().notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('mime', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .execute();
  },
};
