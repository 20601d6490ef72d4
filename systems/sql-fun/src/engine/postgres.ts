import { PGlite, type Extensions } from '@electric-sql/pglite';
import { describeMessages, readDescribed, type Described, type PgError } from './protocol.js';

export interface PostgresOptions {
  /** A folder of its own. Without one, everything is in memory. */
  readonly folder?: string;
  readonly extensions?: Extensions;
}

/** Little memory: nothing is stored, and one asks at a time. */
const SMALL = ['shared_buffers = 2MB', 'wal_buffers = 64kB', 'max_connections = 5', 'fsync = off'];

/** One PostgreSQL, inside this process. */
export class Postgres {
  readonly #lite: PGlite;

  private constructor(lite: PGlite) {
    this.#lite = lite;
  }

  static async open({ folder, extensions = {} }: PostgresOptions = {}): Promise<Postgres> {
    const lite = await PGlite.create({
      postgresqlconf: SMALL,
      extensions,
      ...(folder !== undefined && { dataDir: `file://${folder}` }),
    });
    await lite.exec('SET client_min_messages = log; SET debug_pretty_print = off');
    return new Postgres(lite);
  }

  /** What PostgreSQL says of one statement, which it neither plans nor executes. */
  async describe(sql: string, { tree = false } = {}): Promise<Described> {
    if (tree) await this.#lite.exec('SET debug_print_parse = on');
    try {
      const reply = await this.#lite.execProtocolRaw(describeMessages(sql));
      return readDescribed(Buffer.from(reply.buffer, reply.byteOffset, reply.length));
    } finally {
      if (tree) await this.#lite.exec('SET debug_print_parse = off');
    }
  }

  /** Executes statements; what PostgreSQL refuses is returned, not thrown. */
  async run(sql: string): Promise<PgError | undefined> {
    try {
      await this.#lite.exec(sql);
      return undefined;
    } catch (thrown) {
      return errorOf(thrown);
    }
  }

  /** The rows of a query. */
  async rows<Row>(sql: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#lite.query<Row>(sql, [...params])).rows;
  }

  close(): Promise<void> {
    return this.#lite.close();
  }
}

/** What is no answer of PostgreSQL is thrown on: a trap leaves an instance that nobody can trust. */
function errorOf(thrown: unknown): PgError {
  const { code, message, position, hint } = thrown as Record<string, string | undefined>;
  if (!(thrown instanceof Error) || code === undefined || !/^[0-9A-Z]{5}$/.test(code)) throw thrown;
  return {
    code,
    message: message ?? '',
    ...(position !== undefined && { position: Number(position) }),
    ...(hint !== undefined && { hint }),
  };
}
