import { PostgresDriver, type DatabaseConnection } from 'kysely';

/** Kysely's driver, with which the first failure of a transaction is the one that is told. */
export class PooledDriver extends PostgresDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // Only a lost connection cannot roll back. The server does it then, and the pool drops the connection.
    }
  }
}
