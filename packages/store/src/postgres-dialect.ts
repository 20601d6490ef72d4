import {
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
} from 'kysely';
import type { CustomTypesConfig } from 'pg';

const INT8 = 20;

/** PostgreSQL through a pool of connections. The driver is loaded here, so SQLite users never load it. */
export async function createPostgresDialect(url: string, busyTimeout: number): Promise<Dialect> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // The pool counts the wait for one of its own connections too.
    connectionTimeoutMillis: busyTimeout,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 && format !== 'binary'
          ? parseNumber
          : (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown),
    } as CustomTypesConfig,
  });
  // A lost connection fails its query. Without a listener it would also end the process.
  const ignore = () => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return {
    createDriver: () => new PooledDriver({ pool }),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

/** Kysely's driver, which reports the first failure of a transaction, not that of the rollback. */
class PooledDriver extends PostgresDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // Only a lost connection cannot roll back. The server does it then, and the pool drops the connection.
    }
  }
}

/** A bigint of PostgreSQL as a number. One that is not exact is an error, as in SQLite. */
function parseNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`The database holds ${text}, which is too large for a number.`);
}
