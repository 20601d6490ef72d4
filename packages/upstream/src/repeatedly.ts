import { setTimeout as sleep } from 'node:timers/promises';

export interface Repetition<T> {
  readonly time: CallTime;
  /** In all. 3 unless told. */
  readonly attempts?: number;
  /** Milliseconds to wait after so many attempts. */
  readonly pauseAfter: (made: number) => number;
  /** Whether the same attempt may well have another outcome after a while. */
  readonly passesByItself: (outcome: T) => boolean;
  /** Asked last, before the pause of each further attempt. */
  readonly mayRepeat?: () => boolean;
}

/** Repeat what failed in a way that passes by itself, as long as the time of the call lasts. */
export async function repeatedly<T>(
  attempt: () => Promise<T>,
  { time, attempts = 3, pauseAfter, passesByItself, mayRepeat = () => true }: Repetition<T>,
): Promise<T> {
  for (let made = 1; ; made++) {
    const outcome = await attempt();
    if (made >= attempts || !passesByItself(outcome)) return outcome;
    const pause = pauseAfter(made);
    if (pause >= time.left() || !mayRepeat()) return outcome;
    try {
      await sleep(pause, undefined, { signal: time.signal });
    } catch {
      return outcome; // the caller looks at the signal
    }
  }
}

const OVER = Symbol('the time of the call is over');

/** The time that one call has, joined with its caller's signal. */
export interface CallTime {
  /** Milliseconds in all. */
  readonly total: number;
  /** Aborts when the time is over or the caller does not want to wait any longer. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  left(): number;
  /** Throws the caller's reason if it was the caller who ended the call. */
  throwIfCancelled(): void;
  /** To be called when the call has ended. */
  end(): void;
}

/** Start the time of a call. */
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
