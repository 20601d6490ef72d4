import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMemory } from './parse-url.js';

/** Opens a file, or creates it with mode 0600. Committed data survives a power loss. */
export async function openFile(target: string, busy: BusyOptions): Promise<DatabaseSync> {
  const Database = await loadDatabaseSync();
  if (!isMemory(target)) create(target);
  const database = new Database(target);
  try {
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
      await whenFree(() => database.exec(`pragma ${pragma}`), busy);
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** The files that SQLite puts beside this one get the same mode. */
function create(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}

const SQLITE_BUSY = 5;
const LONGEST_PAUSE = 50;

export interface BusyOptions {
  /** Milliseconds to wait for another connection that writes. */
  readonly busyTimeout: number;
}

/**
 * Runs a statement, and repeats it while another connection holds the lock. SQLite could wait by itself, but that blocks
 * the whole process, and with it the other connection if it is in this process.
 */
export async function whenFree<T>(run: () => T, { busyTimeout }: BusyOptions): Promise<T> {
  const deadline = Date.now() + busyTimeout;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
    }
    await sleep(pause);
  }
}

/** Judged by the primary code; the extended codes only say why it is busy. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
}

/** What we use of `DatabaseSync`, which Node has from version 22 on and a package brings to older ones. */
export interface DatabaseSync {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
  close(): void;
}

export interface StatementSync {
  all(...parameters: unknown[]): unknown[];
  get(...parameters: unknown[]): unknown;
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  columns(): readonly unknown[];
}

type DatabaseConstructor = new (path: string) => DatabaseSync;

/** Node's own SQLite if it is complete, else that of the package. */
async function loadDatabaseSync(): Promise<DatabaseConstructor> {
  const builtin = await loadBuiltin();
  if (builtin !== undefined && isComplete(builtin)) return builtin;
  const { DatabaseSync } = await import('@photostructure/sqlite');
  return DatabaseSync;
}

async function loadBuiltin(): Promise<DatabaseConstructor | undefined> {
  // The types of the oldest Node that we support do not know the module.
  const name: string = 'node:sqlite';
  try {
    const { DatabaseSync } = (await import(name)) as { DatabaseSync: DatabaseConstructor };
    return DatabaseSync;
  } catch {
    return undefined; // an older Node
  }
}

/** The first versions lacked what we need. */
function isComplete(Database: DatabaseConstructor): boolean {
  const database = new Database(':memory:');
  try {
    return 'isTransaction' in database && 'columns' in database.prepare('select 1');
  } finally {
    database.close();
  }
}
