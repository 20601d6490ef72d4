import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely';
import type { DatabaseSync } from './database-sync.js';
import { Mutex } from './mutex.js';
import { SqliteConnection } from './sqlite-connection.js';
import { whenFree, type BusyOptions } from './when-free.js';

/** One connection, lent to one borrower at a time: nothing gets into the transaction of somebody else. */
export class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #mutex = new Mutex();

  constructor(database: DatabaseSync, busy: BusyOptions) {
    this.#database = database;
    this.#connection = new SqliteConnection(database, busy);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const asked = performance.now();
    await this.#mutex.lock();
    // Who has waited for others here has that much less patience left for those elsewhere.
    this.#connection.waited = performance.now() - asked;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.unlock();
  }

  /** For writing from the start: a transaction that reads first would fail at its first write if somebody else wrote in between. */
  async beginTransaction(_: DatabaseConnection, { accessMode }: TransactionSettings) {
    await this.#run(accessMode === 'read only' ? 'begin' : 'begin immediate');
  }

  async commitTransaction(): Promise<void> {
    await this.#run('commit');
  }

  async rollbackTransaction(): Promise<void> {
    // Some failures, such as a full disk, make SQLite roll back by itself.
    if (this.#database.isTransaction) await this.#run('rollback');
  }

  async destroy(): Promise<void> {
    await this.#mutex.lock();
    // Statements may keep the file open a while longer; what was written must not wait for that in another file.
    putAway(this.#database);
    this.#database.close();
  }

  #run(sql: string): Promise<void> {
    return whenFree(() => this.#database.exec(sql), this.#connection.patience);
  }
}

/** Other processes may be at work in the same file; then they do it, when they end. */
function putAway(database: DatabaseSync): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // nothing is lost: it is read from where it is
  }
}
