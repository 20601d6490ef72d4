/**
 * Run work with a signal of its own that aborts with the given one, and is cut off from it afterwards. SDK v1 never takes its
 * listener back: on a shared signal they pile up, and a late abort makes it cancel requests that were answered long ago.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (own: AbortSignal) => Promise<T> | T,
): Promise<T> {
  const own = new AbortController();
  const forward = () => own.abort(signal.reason);
  if (signal.aborted) forward();
  signal.addEventListener('abort', forward, { once: true });
  try {
    return await work(own.signal);
  } finally {
    signal.removeEventListener('abort', forward);
  }
}
