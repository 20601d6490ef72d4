import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { isAlive } from '../databases/is-alive.js';
import { readPidFile, unusable, type PidFile } from './runtime-folder.js';

/** There is a daemon of this user already. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
  /** Undefined where it holds the lock and has not said yet who it is. */
  readonly pid: number | undefined;
  readonly port: number | undefined;

  constructor({ pid, port }: Partial<PidFile> = {}) {
    super(
      pid === undefined
        ? 'Another sql-fun-server holds the lock'
        : `sql-fun-server is running already, as process ${pid} on port ${port}`,
    );
    this.pid = pid;
    this.port = port;
  }
}

/** Gives up the right to be the daemon of this user. */
export type Release = () => void;

/** Milliseconds for the holder of the lock to write its PID file, or to end. */
const PATIENCE = 10_000;
const PAUSE = 20;

/** Take the lock, or say who has it. Of several that begin at once, exactly one gets it. */
export async function becomePrimary(folder: string): Promise<Release> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const release = takeLock(folder);
    if (release !== undefined) return release;
    const other = await readPidFile(folder).catch(() => undefined);
    if (other !== undefined && isAlive(other.pid)) throw new AlreadyRunning(other);
    if (performance.now() > end) throw new AlreadyRunning();
    // Not in step: two that ask for it at the same moment may both be refused.
    await sleep(PAUSE + Math.random() * PAUSE);
  }
}

const SQLITE_BUSY = 5;

/** Take the lock for as long as this process lives; undefined where somebody has it. The kernel frees it, also after kill -9. */
function takeLock(folder: string): Release | undefined {
  const path = join(folder, 'sql-fun-server.lock');
  let database: InstanceType<typeof DatabaseSync> | undefined;
  const release = (): void => {
    if (database?.isOpen === true) database.close();
  };
  try {
    // By ourselves, because SQLite does not say why it cannot.
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path, { timeout: 0 });
    // Nothing is written, so there is nothing to keep a journal of.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return release;
  } catch (cause) {
    release();
    if ((cause as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined;
    return unusable(folder, 'cannot hold the lock')(cause);
  }
}
