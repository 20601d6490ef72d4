import { Kysely } from 'kysely';
import { migrate, type Migration } from './migrate.js';
import { parseUrl, type StoreAddress } from './parse-url.js';
import { createPostgresDialect } from './postgres-dialect.js';
import { createSqliteDialect } from './sqlite-dialect.js';
import type { Store } from './store.js';

export interface StoreOptions {
  /** `sqlite:/path/file.db`, `sqlite::memory:`, a plain path, or `postgres://…`. */
  readonly url: string;
  /** The steps of the schema by name; they are applied in the order of their names. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Milliseconds to wait for another process that writes to the same SQLite file, or for a connection to PostgreSQL; default: 5,000. */
  readonly busyTimeout?: number;
}

/** Open a database and bring its schema up to date. */
export async function openStore<DB>(options: StoreOptions): Promise<Store<DB>> {
  const { url, migrations, busyTimeout = 5_000 } = options;
  const address = parseUrl(url);
  const db = new Kysely<DB>({ dialect: await dialectFor(address, busyTimeout) });
  try {
    await migrate(db as unknown as Parameters<typeof migrate>[0], address.dialect, migrations);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, dialect: address.dialect, close: () => db.destroy() };
}

function dialectFor({ dialect, target }: StoreAddress, busyTimeout: number) {
  return dialect === 'postgres'
    ? createPostgresDialect(target, busyTimeout)
    : createSqliteDialect({ target, busyTimeout });
}
