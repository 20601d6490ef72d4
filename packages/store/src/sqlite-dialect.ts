import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import {
  openFile,
  whenFree,
  type BusyOptions,
  type DatabaseSync,
  type StatementSync,
} from './sqlite-database.js';

interface SqliteOptions extends BusyOptions {
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

/** One connection, lent to one borrower at a time, so that no query runs inside another borrower's transaction. */
class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #mutex = new Mutex();

  constructor(database: DatabaseSync, busy: BusyOptions) {
    this.#database = database;
    this.#connection = new SqliteConnection(database, busy);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const started = performance.now();
    await this.#mutex.lock();
    // The time waited here counts against the busy timeout.
    this.#connection.waited = performance.now() - started;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.unlock();
  }

  /** Takes the write lock at the start: a transaction that reads first would fail at its first write if another one wrote in between. */
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

/** If other processes use the same file, the last of them does it. */
function putAway(database: DatabaseSync): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // nothing is lost: SQLite reads it from the log
  }
}

/** Runs queries on a database. What it throws is what SQLite threw. */
class SqliteConnection implements DatabaseConnection {
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

  /** How long its borrower may still wait. */
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

/** A statement that was prepared once for all its uses. */
interface Prepared {
  readonly statement: StatementSync;
  /** Whether it answers with rows. */
  readonly answers: boolean;
}

/** Programs have a few dozen queries; those that write their own, with lists of every length, must not fill the memory. */
const KEPT = 200;

/** The prepared statements of a database, the latest used ones. */
class Statements {
  readonly #database: DatabaseSync;
  readonly #kept = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string): Prepared {
    const known = this.#kept.get(sql);
    if (known !== undefined) {
      this.#kept.delete(sql);
      this.#kept.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    const prepared = { statement, answers: statement.columns().length > 0 };
    this.#kept.set(sql, prepared);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return prepared;
  }
}

/** All rows of a query. */
function readRows(
  database: DatabaseSync,
  statement: StatementSync,
  parameters: readonly unknown[],
): unknown[] {
  const read = () => statement.all(...parameters);
  try {
    return read();
  } catch (error) {
    if (!lacksCode(error)) throw error;
    const row = askAgain(database, () => statement.get(...parameters));
    if (row !== undefined) throw row;
    return read();
  }
}

/** The package for older versions of Node loses the error code in `all`, and we judge errors by their codes. */
function lacksCode(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && errcode === undefined;
}

/** Runs the statement again with `get`, which keeps the error code. If it succeeds this time, it is rolled back. */
function askAgain(database: DatabaseSync, get: () => unknown): unknown {
  database.exec('savepoint asked_again');
  try {
    get();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    if (database.isTransaction) database.exec('rollback to asked_again; release asked_again');
  }
}

/** One holder at a time, in the order of asking. */
class Mutex {
  readonly #waiting: (() => void)[] = [];
  #held = false;

  lock(): Promise<void> {
    if (this.#held) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#held = true;
    return Promise.resolve();
  }

  unlock(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#held = false;
    else next();
  }
}
