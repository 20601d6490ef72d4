import { constants } from 'node:os';
import process from 'node:process';

/** Milliseconds: npx passes on what the terminal has told the program already, and nobody presses a key twice so fast. */
const ONE_PRESS = 300;

/** Work that Ctrl-C or a polite request to end aborts; told twice, the process ends at once. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  let since = 0;
  const end = (name: NodeJS.Signals): void => {
    if (!ending.signal.aborted) {
      since = performance.now();
      ending.abort();
    } else if (performance.now() - since > ONE_PRESS) {
      // Not the signal itself: who listens for the end of the process can still clean up.
      process.exit(128 + constants.signals[name]);
    }
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    return await work(ending.signal);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
