import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely';
import { openFile } from './open-file.js';
import { SqliteDriver } from './sqlite-driver.js';
import type { BusyOptions } from './when-free.js';

export interface SqliteOptions extends BusyOptions {
  /** A path, or `:memory:`. */
  readonly target: string;
}

/** SQLite on one connection. */
export async function createSqliteDialect({ target, ...busy }: SqliteOptions): Promise<Dialect> {
  const database = await openFile(target, busy);
  return {
    createDriver: () => new SqliteDriver(database, busy),
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
