import process from 'node:process';

/** Milliseconds: npx passes on what the terminal has told the program already, and nobody presses a key twice so fast. */
const ONE_PRESS = 300;

/** What work came to, and the exit code where a signal ended it: 130 after Ctrl-C, 143 after SIGTERM. */
export interface Worked<T> {
  readonly value: T;
  readonly interrupted: 130 | 143 | undefined;
}

/** Work that Ctrl-C or a polite request to end aborts; told twice, the process ends at once. */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Worked<T>> {
  const ending = new AbortController();
  let since = 0;
  let interrupted: Worked<T>['interrupted'];
  const end = (name: NodeJS.Signals): void => {
    const code = name === 'SIGTERM' ? 143 : 130;
    if (interrupted === undefined) {
      since = performance.now();
      interrupted = code;
      ending.abort();
    } else if (performance.now() - since > ONE_PRESS) {
      // Not the signal itself: who listens for the end of the process can still clean up.
      process.exit(code);
    }
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    const value = await work(ending.signal);
    return { value, interrupted };
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
