import type { Store } from '@errata/store';
import { afterEach } from 'vitest';
// Helpers for tests are no part of a package, so they are reached by path.
import { describeStores } from '@errata/store/testing';
import { openDatabase } from '../open-database.js';
import type { RouterosDatabase } from '../schema.js';

export { startPostgres, type Postgres } from '@errata/store/testing';

/** Databases of this system to test with, of one kind. */
export interface TestDatabases {
  readonly dialect: 'sqlite' | 'postgres';
  /** The url of a database that nobody has used yet. */
  createUrl(): Promise<string>;
  /** A database, a fresh one unless told; closed after the test. */
  open(url?: string): Promise<Store<RouterosDatabase>>;
}

/** Run the same tests on SQLite and on PostgreSQL. */
export function describeDatabases(name: string, tests: (databases: TestDatabases) => void): void {
  describeStores(name, ({ dialect, createUrl }) => {
    const stores: Store<RouterosDatabase>[] = [];
    afterEach(async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()));
    });
    tests({
      dialect,
      createUrl,
      async open(url) {
        const store = await openDatabase(url ?? (await createUrl()));
        stores.push(store);
        return store;
      },
    });
  });
}
