/** What is waited for, for how long, and by whose leave. */
export interface Patience {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** The outcome of some work, or an error when the time is over or nobody wants it any more. The work itself is not stopped. */
export function settle<T>(work: () => Promise<T>, { timeout, signal }: Patience): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    const fail = (thrown: unknown): void => {
      end();
      reject(thrown as Error);
    };
    const stop = (): void => fail(new Error('it was stopped'));
    const timer = setTimeout(
      () => fail(new Error(`it was not done within ${timeout} ms`)),
      timeout,
    );
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop);
    // A promise first, so that what throws at once is told the same way.
    Promise.resolve()
      .then(work)
      .then((value) => {
        end();
        resolve(value);
      }, fail);
  });
}
