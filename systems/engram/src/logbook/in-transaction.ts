import type { Kysely } from '@errata/store';
import type { LogbookDatabase } from './schema.js';

/**
 * The work in a transaction: the one at hand, or one of its own. On SQLite also what is a single statement with an answer
 * is done so: the failure of a commit has a code only if the commit is a statement.
 */
export function inTransaction<T>(
  db: Kysely<LogbookDatabase>,
  work: (trx: Kysely<LogbookDatabase>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
