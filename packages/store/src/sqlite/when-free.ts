import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;
const LONGEST_PAUSE = 50;

export interface BusyOptions {
  /** Milliseconds to wait for another connection that writes. */
  readonly busyTimeout: number;
}

/**
 * Run a statement, again and again while another connection holds the lock that it needs. SQLite would wait as well, but
 * it would stop the whole process meanwhile, and with it the other connection if that is in this process.
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

/** By the primary code; the extended ones say how it came to be busy. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
}
