import { PGlite, type Extensions } from '@electric-sql/pglite';
import { describeMessages, readDescribed, type Described, type PgError } from './protocol.js';
import { isSqlState, toStorageError } from './storage-error.js';

export interface PostgresOptions {
  /** A folder of its own. Without one, everything is in memory. */
  readonly folder?: string;
  readonly extensions?: Extensions;
}

export interface DescribeOptions {
  /** Also give the analysed tree. */
  readonly tree?: boolean;
  /** Types of parameters, from $1; 0 lets PostgreSQL decide. */
  readonly types?: readonly number[];
}

/** Little memory: nothing is stored, and one asks at a time. */
const SMALL = ['shared_buffers = 2MB', 'wal_buffers = 64kB', 'max_connections = 5', 'fsync = off'];

/** One PostgreSQL, inside this process. */
export class Postgres {
  readonly #lite: PGlite;
  readonly #folder: string | undefined;
  /** Settings as they are now, so that they are sent only when they change. */
  #path: string | undefined;
  #tree = false;
  #inTransaction = false;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(lite: PGlite, folder: string | undefined) {
    this.#lite = lite;
    this.#folder = folder;
  }

  /** Throws a StorageError where the disk is the reason. */
  static async open({ folder, extensions = {} }: PostgresOptions = {}): Promise<Postgres> {
    try {
      const lite = await PGlite.create({
        postgresqlconf: SMALL,
        extensions,
        ...(folder !== undefined && { dataDir: `file://${folder}` }),
      });
      await lite.exec('SET client_min_messages = log; SET debug_pretty_print = off');
      return new Postgres(lite, folder);
    } catch (thrown) {
      throw folder === undefined ? thrown : await toStorageError(thrown, folder);
    }
  }

  /** Runs work that needs the connection for itself; work of others waits. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined); // the caller gets the error; the next one only waits
    return result;
  }

  /** Sets the schemas that unqualified names are looked up in. */
  async usePath(path: readonly string[]): Promise<void> {
    const wanted = path.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ') || "''";
    if (wanted === this.#path) return;
    await this.#set(`search_path = ${wanted}`);
    this.#path = wanted;
  }

  /** What PostgreSQL says of one statement, which it neither plans nor executes. */
  async describe(
    sql: string,
    { tree = false, types = [] }: DescribeOptions = {},
  ): Promise<Described> {
    if (tree !== this.#tree) {
      await this.#set(`debug_print_parse = ${tree ? 'on' : 'off'}`);
      this.#tree = tree;
    }
    const reply = await this.#lite.execProtocolRaw(describeMessages(sql, types));
    const described = readDescribed(Buffer.from(reply.buffer, reply.byteOffset, reply.length));
    const { error, parsed } = described;
    const reason = error && (await this.#reasonOf(error));
    if (reason !== error) throw reason;
    if (!parsed && this.#inTransaction) await this.#lite.exec('ROLLBACK TO here');
    return described;
  }

  /** Inside of a transaction, a setting made behind the savepoint would go with the next error. */
  async #set(setting: string): Promise<void> {
    const again = this.#inTransaction ? '; RELEASE here; SAVEPOINT here' : '';
    await this.#lite.exec(`SET ${setting}${again}`);
  }

  /** Begins a transaction in which errors do no harm: what is refused is undone alone. */
  async begin(): Promise<void> {
    await this.#lite.exec('BEGIN; SAVEPOINT here');
    this.#inTransaction = true;
  }

  /** Undoes everything since `begin`; settings fall back to what they were then. */
  async rollback(): Promise<void> {
    this.#inTransaction = false;
    await this.#lite.exec('ROLLBACK; SET debug_print_parse = off');
    this.#path = undefined;
    this.#tree = false;
  }

  /** Executes statements; what PostgreSQL refuses is returned, not thrown. Throws a StorageError as `open` does. */
  async run(sql: string): Promise<PgError | undefined> {
    try {
      await this.#lite.exec(sql);
      if (this.#inTransaction) await this.#lite.exec('RELEASE here; SAVEPOINT here');
      return undefined;
    } catch (thrown) {
      const refused = errorOf(await this.#reasonOf(thrown));
      if (this.#inTransaction) await this.#lite.exec('ROLLBACK TO here');
      return refused;
    }
  }

  /** What was thrown, or the failure of the disk behind it. */
  async #reasonOf(thrown: unknown): Promise<unknown> {
    return this.#folder === undefined ? thrown : toStorageError(thrown, this.#folder);
  }

  /** The rows of a query. */
  async rows<Row>(sql: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#lite.query<Row>(sql, [...params])).rows;
  }

  close(): Promise<void> {
    return this.#lite.close();
  }
}

/** Anything that is not an answer of PostgreSQL is thrown on: a trap leaves an instance that cannot be trusted. */
function errorOf(thrown: unknown): PgError {
  const { code, message, position, hint } = thrown as Record<string, string | undefined>;
  if (!(thrown instanceof Error) || !isSqlState(code)) throw thrown;
  return {
    code,
    message: message ?? '',
    ...(position !== undefined && { position: Number(position) }),
    ...(hint !== undefined && { hint }),
  };
}
