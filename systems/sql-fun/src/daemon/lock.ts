import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { codeOf, RuntimeFolderError } from './runtime-folder.js';

/** The right to be the daemon of this user. */
export interface Lock {
  release(): void;
}

type Database = InstanceType<typeof DatabaseSync>;

const SQLITE_BUSY = 5;

/** Take the lock for as long as this process lives; undefined where somebody has it. The kernel frees it, also after kill -9. */
export function takeLock(folder: string): Lock | undefined {
  const path = join(folder, 'sql-fun-server.lock');
  let database: Database | undefined;
  try {
    // By ourselves, because SQLite does not say why it cannot.
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path, { timeout: 0 });
    // Nothing is written, so there is nothing to keep a journal of.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return releasing(database);
  } catch (cause) {
    database?.close();
    if ((cause as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined;
    throw new RuntimeFolderError(folder, `cannot hold the lock: ${codeOf(cause)}`, { cause });
  }
}

function releasing(database: Database): Lock {
  return {
    release() {
      if (database.isOpen) database.close();
    },
  };
}
