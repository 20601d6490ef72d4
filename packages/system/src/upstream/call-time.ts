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
