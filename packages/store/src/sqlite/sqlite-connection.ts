import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { DatabaseSync } from './database-sync.js';
import { readRows } from './read-rows.js';
import { Statements } from './statements.js';
import { whenFree, type BusyOptions } from './when-free.js';

/** Runs queries on a database. What it throws is what SQLite threw. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #busy: BusyOptions;
  readonly #statements: Statements;
  /** Milliseconds that its borrower has waited to get it. */
  waited = 0;

  constructor(database: DatabaseSync, busy: BusyOptions) {
    this.#database = database;
    this.#busy = busy;
    this.#statements = new Statements(database);
  }

  /** How long its borrower still waits. */
  get patience(): BusyOptions {
    return { busyTimeout: Math.max(0, this.#busy.busyTimeout - this.waited) };
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const run = () => this.#execute<R>(query);
    // Inside of a transaction the lock is held; what is busy then stays so until the transaction ends.
    return this.#database.isTransaction ? run() : whenFree(run, this.patience);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming would hold the only connection; read in portions instead.');
  }

  #execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, answers } = this.#statements.get(sql);
    if (answers) return { rows: readRows(this.#database, statement, parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}
