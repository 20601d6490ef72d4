import type { Kysely } from 'kysely';
import type { StoreDialect } from './store.js';

/** One step of a schema. It runs in a transaction, once per database. */
export interface Migration {
  up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void>;
}
