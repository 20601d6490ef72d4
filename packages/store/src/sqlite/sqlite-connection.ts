import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { DatabaseSync } from './database-sync.js';
import { readRows } from './read-rows.js';
import { whenFree, type BusyOptions } from './when-free.js';

/** Runs queries on a database. What it throws is what SQLite threw. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #busy: BusyOptions;

  constructor(database: DatabaseSync, busy: BusyOptions) {
    this.#database = database;
    this.#busy = busy;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const run = () => execute<R>(this.#database, query);
    // Inside of a transaction the lock is held; what is busy then stays so until the transaction ends.
    return this.#database.isTransaction ? run() : whenFree(run, this.#busy);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming would hold the only connection; read in portions instead.');
  }
}

function execute<R>(database: DatabaseSync, query: CompiledQuery): QueryResult<R> {
  const statement = database.prepare(query.sql);
  if (statement.columns().length > 0) return { rows: readRows(database, query) as R[] };
  const { changes, lastInsertRowid } = statement.run(...query.parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
