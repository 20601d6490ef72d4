import type { Extensions, PGlite } from '@electric-sql/pglite';
import {
  describeMessages,
  queryMessage,
  readDescribed,
  readReply,
  type Described,
  type PgError,
} from './protocol.js';
import { StorageError, toStorageError } from './storage-error.js';

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

/** A statement that is too deep for the stack can end in no answer at all; nothing that is asked afterwards can be trusted. */
const BROKEN = 'PostgreSQL broke down and has to be started again.';

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
      // Programs that only know the methods do without it.
      const { PGlite: Lite } = await import('@electric-sql/pglite');
      const lite = await Lite.create({
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
    const described = readDescribed(await this.#send(describeMessages(sql, types)));
    await this.#assertWorks(described);
    if (!described.parsed && this.#inTransaction) await this.#execute('ROLLBACK TO here');
    return described;
  }

  /** Inside of a transaction, a setting made behind the savepoint would go with the next error. */
  async #set(setting: string): Promise<void> {
    const again = this.#inTransaction ? '; RELEASE here; SAVEPOINT here' : '';
    await this.#execute(`SET ${setting}${again}`);
  }

  /** Begins a transaction in which errors do no harm: what is refused is undone alone. */
  async begin(): Promise<void> {
    await this.#execute('BEGIN; SAVEPOINT here');
    this.#inTransaction = true;
  }

  /** Undoes everything since `begin`; settings fall back to what they were then. */
  async rollback(): Promise<void> {
    this.#inTransaction = false;
    await this.#execute('ROLLBACK; SET debug_print_parse = off');
    this.#path = undefined;
    this.#tree = false;
  }

  /** Executes statements; what PostgreSQL refuses is returned, not thrown. Throws a StorageError as `open` does. */
  async run(sql: string): Promise<PgError | undefined> {
    const refused = await this.#ask(sql);
    if (this.#inTransaction) {
      await this.#execute(refused ? 'ROLLBACK TO here' : 'RELEASE here; SAVEPOINT here');
    }
    return refused;
  }

  /** Executes statements of our own, which PostgreSQL has no reason to refuse. */
  async #execute(sql: string): Promise<void> {
    const refused = await this.#ask(sql);
    if (refused !== undefined) throw new Error(`${refused.message} (${sql})`);
  }

  async #ask(sql: string): Promise<PgError | undefined> {
    const reply = readReply(await this.#send(queryMessage(sql)));
    await this.#assertWorks(reply);
    return reply.error;
  }

  async #send(messages: Buffer): Promise<Buffer> {
    // `rows` sends several messages, and none may come between them.
    const reply = await this.#lite.runExclusive(() => this.#lite.execProtocolRaw(messages));
    return Buffer.from(reply.buffer, reply.byteOffset, reply.length);
  }

  /** Throws where the reply is not PostgreSQL's answer: the disk failed, or the instance is broken. */
  async #assertWorks({ error, isReady }: Pick<Described, 'error' | 'isReady'>): Promise<void> {
    if (isReady && error === undefined) return;
    const thrown = isReady ? error : new Error(BROKEN);
    const reason = this.#folder === undefined ? thrown : await toStorageError(thrown, this.#folder);
    if (!isReady || reason instanceof StorageError) throw reason;
  }

  /** The rows of a query. */
  async rows<Row>(sql: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#lite.query<Row>(sql, [...params])).rows;
  }

  close(): Promise<void> {
    return this.#lite.close();
  }
}
