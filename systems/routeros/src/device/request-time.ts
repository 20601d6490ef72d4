const OVER = Symbol('the time of the request is over');

/** The time that one request has, joined with its caller's signal. */
export interface RequestTime {
  /** Milliseconds in all. */
  readonly total: number;
  /** Aborts when the time is over or the caller does not want to wait any longer. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  left(): number;
  /** Whether the signal aborted because of the time. */
  isOver(): boolean;
  /** To be called when the request has ended. */
  end(): void;
}

/** Start the time of a request. */
export function startRequestTime(total: number, caller?: AbortSignal): RequestTime {
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
    isOver: () => signal.reason === OVER,
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
