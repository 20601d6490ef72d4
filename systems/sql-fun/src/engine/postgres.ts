import { closeSync, rmSync } from 'node:fs';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import type { Extensions, PGlite, protocol } from '@electric-sql/pglite';
import { quoted } from '../text/names.js';
import type { DataFiles } from './data-files.js';
import { readReply, writeParse, type Described, type PgError } from './protocol.js';
import { openSnapshot, writeSnapshot, type Notes } from './snapshot.js';

export interface PostgresOptions {
  /** The file of the snapshot that it begins with; without one it is empty. */
  readonly snapshot?: string | undefined;
  readonly extensions?: Extensions;
}

export interface DescribeOptions {
  readonly tree?: boolean;
  /** Types of parameters, from $1; 0 lets PostgreSQL decide. */
  readonly types?: readonly number[];
  readonly verdictOnly?: boolean;
}

/** Little memory: one asks at a time, and a database that is lost is loaded again. */
const SMALL = [
  ...['shared_buffers = 2MB', 'wal_buffers = 64kB', 'max_connections = 5', 'fsync = off'],
  ...['wal_level = minimal', 'max_wal_senders = 0', 'max_wal_size = 32MB', 'min_wal_size = 32MB'],
  ...['wal_init_zero = off', 'wal_recycle = off', 'full_page_writes = off'],
  'log_min_messages = panic', // its log would get every analysed tree
  'log_startup_progress_interval = 0', // a timer, which would keep the process alive
];

/** A statement that is too deep for the stack can end in no answer at all; no later answer can be trusted. */
const BROKEN = 'PostgreSQL broke down and has to be started again.';

/** The flag of Node with which a process is started that asks many thousand times. */
export const TIER_UP = '--wasm-tier-up';

/** After this many transactions their traces are removed: each leaves 20 KB in the log and dead rows in the catalog. */
const TRANSACTIONS_TO_TIDY = 500;

/** Bytes for replies that are kept between two. */
const MOST_KEPT = 1024 * 1024;

/** SQLSTATEs of a snapshot that cannot be read, or is damaged. */
const DAMAGED: ReadonlySet<string | undefined> = new Set(['58030', 'XX001', 'XX002']);

/** A snapshot that PostgreSQL cannot open. It can be made again. */
export class DamagedSnapshot extends Error {
  readonly file: string;

  constructor(file: string, cause?: unknown) {
    super(`The database ${file} cannot be opened`, { cause });
    this.file = file;
  }
}

interface OpenPostgres extends Pick<PostgresOptions, 'snapshot'> {
  readonly lite: PGlite;
  readonly messages: typeof protocol.serialize;
  readonly files: DataFiles;
  readonly descriptor: number | undefined;
}

/** One PostgreSQL, inside this process. What is written to it stays in memory. */
export class Postgres {
  readonly #own: OpenPostgres;
  #isOpen = true;
  /** Settings as they are now, so that they are sent only when they change. */
  #path: string | undefined;
  #tree = false;
  #inTransaction = false;
  #transactions = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** The bytes of the last reply, in a place that is used again. */
  #reply = Buffer.alloc(0);

  private constructor(own: OpenPostgres) {
    this.#own = own;
  }

  static async open({ snapshot, extensions = {} }: PostgresOptions = {}): Promise<Postgres> {
    // The second compiler makes statements a third faster, and costs 0.7 s and 50 MB first: it is for processes that live long.
    if (!process.execArgv.includes(TIER_UP)) setFlagsFromString('--liftoff-only');
    // PGlite's own program does not have to be checked: 40 ms per process.
    setFlagsFromString('--wasm-lazy-validation');
    // Programs that only know the methods do without these.
    const { PGlite: Lite, protocol } = await import('@electric-sql/pglite');
    const { DataFiles: Files } = await import('./data-files.js');
    const stored = snapshot === undefined ? undefined : openSnapshot(snapshot);
    if (snapshot !== undefined && stored === undefined) throw new DamagedSnapshot(snapshot);
    try {
      const files = new Files(stored?.descriptor, stored?.files);
      const lite = await Lite.create({ postgresqlconf: SMALL, extensions, fs: files });
      await lite.exec('SET client_min_messages = log; SET debug_pretty_print = off');
      const descriptor = stored?.descriptor;
      return new Postgres({ lite, messages: protocol.serialize, files, descriptor, snapshot });
    } catch (thrown) {
      if (stored === undefined) throw thrown;
      closeSync(stored.descriptor);
      throw new DamagedSnapshot(snapshot!, thrown);
    }
  }

  /** Runs work that needs the connection for itself; work of others waits. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined); // the caller gets the error; the next one only waits
    return result;
  }

  async usePath(path: readonly string[]): Promise<void> {
    const wanted = path.map(quoted).join(', ') || "''";
    if (wanted === this.#path) return;
    await this.#set(`search_path = ${wanted}`);
    this.#path = wanted;
  }

  /** What PostgreSQL says of one statement: it analyses it, and neither plans nor executes it. */
  async describe(sql: string, options: DescribeOptions = {}): Promise<Described> {
    const { tree = false, types = [], verdictOnly = false } = options;
    if (tree !== this.#tree) {
      await this.#set(`debug_print_parse = ${tree ? 'on' : 'off'}`);
      this.#tree = tree;
    }
    const described = await this.#send(writeParse(sql, types, verdictOnly));
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
    if (++this.#transactions % TRANSACTIONS_TO_TIDY > 0) return;
    await this.#execute('VACUUM');
    await this.#execute('CHECKPOINT');
  }

  /** Executes statements; what PostgreSQL refuses is returned, not thrown. */
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
    return (await this.#send(this.#own.messages.query(sql))).error;
  }

  /** Throws if the reply says nothing about the statement, because PostgreSQL itself failed. */
  async #send(messages: Uint8Array): Promise<Described> {
    let length = 0;
    if (this.#reply.length > MOST_KEPT) this.#reply = Buffer.alloc(0);
    const onRawData = (bytes: Uint8Array) => {
      const end = length + bytes.length;
      if (end > this.#reply.length) this.#reply = Buffer.concat([this.#reply], 2 * end);
      this.#reply.set(bytes, length);
      length = end;
    };
    // `rows` sends several messages, and none may come between them. Nothing of ours has to be written to a disk.
    const { lite, snapshot } = this.#own;
    await lite.runExclusive(() =>
      lite.execProtocolRawStream(messages, { syncToFs: false, onRawData }),
    );
    const reply = readReply(this.#reply.subarray(0, length));
    const isDamaged = DAMAGED.has(reply.error?.code);
    // The next process makes it again.
    if (isDamaged && snapshot !== undefined) rmSync(snapshot, { force: true });
    if (!reply.isReady || isDamaged) throw new Error(BROKEN, { cause: reply.error });
    return reply;
  }

  async rows<Row>(sql: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#own.lite.query<Row>(sql, [...params])).rows;
  }

  async save(file: string, notes: Notes): Promise<void> {
    // Without it, everybody who opens the file would repeat what was done, from the log.
    await this.#execute('CHECKPOINT');
    writeSnapshot(file, this.#own.files.entries(), notes);
  }

  async close(): Promise<void> {
    // Nothing is kept: it does not matter how it ends.
    await this.#own.lite.close().catch(() => undefined);
    if (this.#isOpen && this.#own.descriptor !== undefined) closeSync(this.#own.descriptor);
    this.#isOpen = false;
  }
}
