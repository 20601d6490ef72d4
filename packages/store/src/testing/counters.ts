import type { Migration } from '../migrate.js';
import { openStore } from '../open-store.js';
import type { Store } from '../store.js';

/** A small schema to test with. */
export interface CountersDatabase {
  counters: { id: string; label: string | null; n: number };
}

export const COUNTER_MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_counters': {
    async up(db) {
      await db.schema
        .createTable('counters')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('n', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0002_label': {
    async up(db) {
      await db.schema.alterTable('counters').addColumn('label', 'text').execute();
      await db.schema
        .createIndex('counters_label')
        .on('counters')
        .columns(['label', 'n'])
        .unique()
        .execute();
    },
  },
};

/** A database with that schema, and a busy timeout that no busy machine exceeds. */
export function openCounters(url: string): Promise<Store<CountersDatabase>> {
  return openStore<CountersDatabase>({ url, migrations: COUNTER_MIGRATIONS, busyTimeout: 300_000 });
}
