import { setTimeout as sleep } from 'node:timers/promises';

export interface RetriedCall<T> {
  readonly time: CallTime;
  /** The first one included. Default: 3. */
  readonly attempts?: number;
  /** Milliseconds to wait after this many attempts. */
  readonly pauseAfter: (made: number) => number;
  /** Whether the same attempt may succeed later. */
  readonly isTransient: (outcome: T) => boolean;
  /** Whether another attempt is allowed. Called before each pause, after all other checks. */
  readonly mayRepeat?: () => boolean;
}

/** Repeats an attempt while its failure is transient and the call has time left. */
export async function retry<T>(
  attempt: () => Promise<T>,
  { time, attempts = 3, pauseAfter, isTransient, mayRepeat = () => true }: RetriedCall<T>,
): Promise<T> {
  for (let made = 1; ; made++) {
    const outcome = await attempt();
    if (made >= attempts || !isTransient(outcome)) return outcome;
    const pause = pauseAfter(made);
    if (pause >= time.left() || !mayRepeat()) return outcome;
    try {
      await sleep(pause, undefined, { signal: time.signal });
    } catch {
      return outcome; // the caller checks the signal
    }
  }
}

const OVER = Symbol('the call has no time left');

/** The time limit of one call, joined with its caller's signal. */
export interface CallTime {
  /** The limit in milliseconds. */
  readonly total: number;
  /** Aborts when the time is over or the caller cancels. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  left(): number;
  /** Throws the caller's reason if the caller cancelled. */
  throwIfCancelled(): void;
  /** Call it when the call has ended. */
  end(): void;
}

/** Starts the time limit of a call. */
export function startCallTime(total: number, caller?: AbortSignal): CallTime {
  const controller = new AbortController();
  const { signal } = controller;
  const began = performance.now();
  const timer = setTimeout(() => controller.abort(OVER), total);
  const onAbort = () => controller.abort(caller?.reason);
  if (caller?.aborted === true) onAbort();
  caller?.addEventListener('abort', onAbort, { once: true });
  return {
    total,
    signal,
    left: () => Math.max(0, began + total - performance.now()),
    throwIfCancelled: () => {
      if (signal.reason !== OVER) signal.throwIfAborted();
    },
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
