/** Wait. Settles early, without an error, when the signal aborts; the caller checks the signal afterwards. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    // A timer holds at most 2^31 − 1 ms and fires at once beyond.
    const timer = setTimeout(finish, Math.min(ms, 2 ** 31 - 1));
    signal.addEventListener('abort', finish, { once: true });
  });
