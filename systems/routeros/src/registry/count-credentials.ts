import type { Store } from '@errata/store';
import type { RouterosDatabase } from '../database/index.js';

/** How many devices have credentials in the database: without the key that sealed them, they are lost. */
export async function countCredentials({
  db,
}: Pick<Store<RouterosDatabase>, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('credentials')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
