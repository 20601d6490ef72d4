import { setTimeout as sleep } from 'node:timers/promises';
import { membersOf } from '@errata/core/contract';
import { isFault } from '@errata/core/fault';
import { startInBackground } from './start-in-background.js';
import { isAbsent, unreachable, type Sought } from './unreachable.js';

/** How a daemon is started. */
export interface StartOptions {
  /** A program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Milliseconds until it has to be ready (default: 10,000). */
  readonly timeout?: number;
}

export interface LaunchOptions<T> {
  readonly start: StartOptions;
  readonly runtimeFolder: string;
  /** What is waited for, named in failures. */
  readonly sought: Sought;
  readonly signal: AbortSignal;
  /** Tries to reach a daemon, whoever started it. */
  reach(): Promise<T>;
}

export const START_TIMEOUT = 10_000;

/** A daemon that was ending may still have held the lock when the first one was started. */
const MAX_LAUNCHES = 2;

/** Milliseconds in which the daemon that a process gave way to may still get ready. */
const GRACE = 250;

/** Milliseconds between two looks. */
const PAUSE = 25;

/** Start a daemon in the background, and wait until one can be reached: where many are started at once, one stays. */
export async function launchDaemon<T>(options: LaunchOptions<T>): Promise<T> {
  const { start, sought, signal, reach } = options;
  const { timeout = START_TIMEOUT } = start;
  const until = performance.now() + timeout;
  let started = await begin(options);
  for (let launches = 1; ; await sleep(PAUSE)) {
    signal.throwIfAborted();
    const ended = started.ended();
    let met: string;
    try {
      return await reach();
    } catch (thrown) {
      if (!isAbsent(thrown)) throw thrown;
      met = whatListens(thrown);
    }
    if (performance.now() > until) {
      const details = `No server was ready within ${timeout / 1000} s of starting one${met}`;
      throw unreachable(sought, details, { cause: await started.lastWords() });
    }
    if (ended === undefined || ended.milliseconds < GRACE) continue;
    if (launches === MAX_LAUNCHES) {
      const details = `A server was started and ended before it was ready: ${ended.how}${met}`;
      throw unreachable(sought, details, { cause: await started.lastWords() });
    }
    launches += 1;
    started = await begin(options);
  }
}

async function begin<T>({ start, runtimeFolder, sought }: LaunchOptions<T>) {
  try {
    return await startInBackground(start.command, runtimeFolder);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw unreachable(sought, `No server could be started: ${why}`, { cause });
  }
}

/** What was found instead, where something was: that there is no PID file goes without saying. */
function whatListens(thrown: unknown): string {
  if (!isFault(thrown) || membersOf(thrown.context)['target'] !== 'server') return '';
  return `. ${thrown.details}`;
}
