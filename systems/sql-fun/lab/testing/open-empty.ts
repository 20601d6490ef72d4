import { prepareCache } from '../../src/databases/open-database.js';
import { Postgres, type PostgresOptions } from '../../src/engine/postgres.js';
import { TEST_CACHE } from './test-cache.js';

/** A new database, without the seconds that making one takes. */
export async function openEmpty(
  options: Omit<PostgresOptions, 'snapshot'> = {},
): Promise<Postgres> {
  return Postgres.open({ ...options, snapshot: await prepareCache(TEST_CACHE) });
}
