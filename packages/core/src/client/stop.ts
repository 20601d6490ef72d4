import type { CallLost } from './failure.js';
import { readDeadline } from './limits.js';
import type { ReadOptions } from './read-declared.js';
import { readThrown } from './read-failure.js';
import { createLocal } from './read-local.js';
import { sleep as realSleep, type Sleep } from './sleep.js';

export interface StopOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds. */
  readonly deadlineMs?: number;
  readonly sleep?: Sleep;
}

/** One signal for the caller's and for the deadline. Releasing it leaves neither a timer nor a listener behind. */
export function createStop(options: StopOptions): {
  readonly signal: AbortSignal;
  release(): void;
} {
  const { signal, sleep = realSleep } = options;
  const deadlineMs = readDeadline(options.deadlineMs);
  const stop = new AbortController();
  const released = new AbortController();
  const cancel = () => stop.abort(signal?.reason);
  if (signal?.aborted === true) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  // A call without any time left would always be interrupted, with an unknown effect.
  if (deadlineMs === 0) stop.abort(createDeadline(0));
  else if (deadlineMs < Infinity) {
    void sleep(deadlineMs, released.signal).then(
      () => {
        if (!released.signal.aborted) stop.abort(createDeadline(deadlineMs));
      },
      () => {}, // a sleep that rejects when it is released has nothing to say
    );
  }
  return {
    signal: stop.signal,
    release() {
      signal?.removeEventListener('abort', cancel);
      released.abort();
    },
  };
}

function createDeadline(deadlineMs: number): Error {
  const error = new Error(`No success within ${deadlineMs} ms`);
  error.name = 'TimeoutError';
  return error;
}

/** The reason of a stopped call as a failure. A caller's signal may be a timeout; anything else is a cancellation. */
export function readStop(reason: unknown, options: ReadOptions): CallLost {
  const read = readThrown(reason, options);
  const kind = read.origin === 'local' && read.kind === 'timeout' ? 'timeout' : 'cancelled';
  // Report: the caller stopped the call and does not want it repeated.
  return createLocal(kind, reason, { options, strategy: 'report_and_abort' });
}

/** Thrown if a signal aborts before a promise settles. */
export class Interruption {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** The promise, or an {@link Interruption} as soon as the signal aborts: the work may not listen to the signal itself. */
export function orInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const interrupt = () => reject(new Interruption(signal.reason));
    if (signal.aborted) interrupt();
    else signal.addEventListener('abort', interrupt, { once: true });
    const leave = () => signal.removeEventListener('abort', interrupt);
    // Both outcomes are handled, so that a late failure is not an unhandled rejection.
    work.then(
      (value) => {
        leave();
        resolve(value);
      },
      (error: unknown) => {
        leave();
        reject(error);
      },
    );
  });
}
