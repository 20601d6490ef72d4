import type { ProcessLike } from './process-like.js';

/** Milliseconds: npx repeats the signal that the terminal has already sent. A user does not press a key twice so fast. */
const ONE_PRESS = 300;

interface Ending {
  readonly closers: Set<() => Promise<unknown>>;
  leave(close: () => Promise<unknown>): void;
}

const ENDINGS = new WeakMap<ProcessLike, Ending>();

/**
 * On a signal, close everything that joined and end the process with the signal's exit code; a second signal ends it at once. A program
 * with listeners of its own decides itself, unless `always`. Gives back how to leave.
 */
export function closeOnSignals(
  host: ProcessLike,
  close: () => Promise<unknown>,
  { always = false }: { readonly always?: boolean } = {},
): () => void {
  const known = ENDINGS.get(host);
  if (known === undefined && !always && hasListeners(host)) return () => undefined;
  const ending = known ?? listen(host);
  ending.closers.add(close);
  return () => ending.leave(close);
}

function hasListeners(host: ProcessLike): boolean {
  return host.listenerCount('SIGTERM') + host.listenerCount('SIGINT') > 0;
}

function listen(host: ProcessLike): Ending {
  const closers = new Set<() => Promise<unknown>>();
  let first: { readonly signal: EndSignal; readonly at: number } | undefined;
  const stop = endOnSignals(host, (code, signal) => {
    if (first !== undefined) {
      const again = signal !== first.signal || performance.now() - first.at > ONE_PRESS;
      if (again) host.exit(code);
      return;
    }
    first = { signal, at: performance.now() };
    const closed = Promise.allSettled([...closers].map(async (close) => close()));
    // Later, so that code that waits for the end runs first.
    void closed.then(() => setImmediate(() => end(code)));
  });
  const forget = (): void => {
    stop();
    ENDINGS.delete(host);
  };
  const end = (code: number): void => {
    host.exit(code);
    forget();
  };
  const ending: Ending = {
    closers,
    leave(close) {
      // Once a signal came, the listeners stay to the end: without one, a second signal would end the process in the middle.
      if (closers.delete(close) && closers.size === 0 && first === undefined) forget();
    },
  };
  ENDINGS.set(host, ending);
  return ending;
}

/** The exit codes that shells give to programs which a signal ended: 128 and its number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** A signal that ends the process. */
export type EndSignal = keyof typeof SIGNALS;

/**
 * Listens for the signals that end a process, with the exit code of each. While a listener exists, the
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
