import { setTimeout as sleep } from 'node:timers/promises';
import { AlreadyRunning } from './already-running.js';
import { isAlive } from '../databases/is-alive.js';
import { takeLock, type Lock } from './lock.js';
import { readPidFile } from './pid-file.js';

/** Milliseconds for whoever holds the lock to say who it is, or to end. */
const PATIENCE = 10_000;
const PAUSE = 20;

/** Take the lock, or say who has it. Of several that begin at once, exactly one gets it. */
export async function becomePrimary(folder: string): Promise<Lock> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const lock = takeLock(folder);
    if (lock !== undefined) return lock;
    const other = await readPidFile(folder).catch(() => undefined);
    if (other !== undefined && isAlive(other.pid)) throw new AlreadyRunning(other.pid, other.port);
    if (performance.now() > end) throw new AlreadyRunning();
    // Not in step: two that ask for it at the same moment may both be refused.
    await sleep(PAUSE + Math.random() * PAUSE);
  }
}
