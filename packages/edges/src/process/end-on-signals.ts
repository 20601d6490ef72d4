import type { ProcessLike } from './process-like.js';

/** The exit codes that shells give to programs which a signal ended: 128 and its number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** A signal that ends the process. */
export type EndSignal = keyof typeof SIGNALS;

/**
 * Hear of the signals that ask a process to end, with the exit code that belongs to each. While a listener is there the
 * signal alone ends nothing: `end` has to. Gives back how to stop listening.
 */
export function endOnSignals(
  process: ProcessLike,
  end: (code: number, signal: EndSignal) => void,
): () => void {
  const listeners = (Object.keys(SIGNALS) as EndSignal[]).map(
    (signal) => [signal, () => end(SIGNALS[signal], signal)] as const,
  );
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}
