import { closeSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { rotatedPath } from './journal-path.js';

export interface Rotation {
  readonly path: string;
  readonly maxBytes: number;
  /** How many files there are at most, the current one included. */
  readonly files: number;
}

/** A rotation takes milliseconds; a lock of this age was left by a process that died in the middle of one. */
const STALE_MS = 10_000;

/**
 * Move the full file out of the way. Several processes may find it full at once, and the second to move would move the
 * first one's new file over the old one: so there is a lock. Who does not get it goes on with the full file.
 */
export function rotate({ path, files }: Rotation, full: { ino: number; dev: number }): void {
  const lock = `${path}.lock`;
  if (!take(lock)) return;
  try {
    const seen = lstatSync(path, { throwIfNoEntry: false });
    if (seen?.ino !== full.ino || seen.dev !== full.dev) return; // somebody was faster
    for (let number = files - 1; number > 0; number--) {
      moveIfThere(rotatedPath(path, number - 1), rotatedPath(path, number));
    }
    if (files === 1) rmSync(path);
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false });
  if (found !== undefined) {
    // A lock from the future, after the clock was set back, is no better than an old one.
    if (Math.abs(Date.now() - found.mtimeMs) < STALE_MS) return false;
    rmSync(lock, { force: true });
  }
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
