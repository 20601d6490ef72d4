import type { Store } from '@errata/store';
import { describeStoreOfCircle } from '@errata/testing/stores';
import { afterEach } from 'vitest';
import { openDatabase, type RouterosDatabase } from '../../src/database/open-database.js';

// Helpers for tests are no part of a package, so they are reached by path.

export { startPostgres, type Postgres } from '@errata/testing/postgres';

/** Databases of this system to test with, of one kind. */
export interface TestDatabases {
  readonly dialect: 'sqlite' | 'postgres';
  /** The URL of a new database. */
  createUrl(): Promise<string>;
  /** A database (default: a new one), closed after the test. */
  open(url?: string): Promise<Store<RouterosDatabase>>;
}

/** Run the tests on the database of this circle: SQLite in `npm test`, PostgreSQL in the drills. */
export function describeDatabases(name: string, tests: (databases: TestDatabases) => void): void {
  describeStoreOfCircle(name, ({ dialect, createUrl }) => {
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
