import type { OnCall, OnFault } from '@errata/core';

/**
 * One observer out of several: each hears everything, and one that fails does not keep it from the others. Serves for
 * `onFault` and for `onCall`.
 */
export function joinObservers(...sinks: readonly OnFault[]): OnFault;
export function joinObservers(...sinks: readonly OnCall[]): OnCall;
export function joinObservers(...sinks: readonly ((...heard: never[]) => unknown)[]) {
  return (...heard: never[]): void => {
    for (const sink of sinks) {
      try {
        // An async function passes for an observer; left alone, its rejection would end the process.
        const pending = sink(...heard);
        if (isThenable(pending)) pending.then(undefined, () => undefined);
      } catch {
        // Observers look on. What goes wrong there is theirs, and must not cost anyone a reply.
      }
    }
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}
