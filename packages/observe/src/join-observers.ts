import type { OnFault } from '@errata/core';
import type { OnCall } from '@errata/core/internal';

/**
 * Joins several observers into one. Each gets everything, even if another one fails. Works for `onFault` and for
 * `onCall`.
 */
export function joinObservers(...sinks: readonly OnFault[]): OnFault;
export function joinObservers(...sinks: readonly OnCall[]): OnCall;
export function joinObservers(...sinks: readonly ((...values: never[]) => unknown)[]) {
  return (...values: never[]): void => {
    for (const sink of sinks) {
      try {
        // An async function is accepted as an observer; its unhandled rejection would end the process.
        const pending = sink(...values);
        if (isThenable(pending)) pending.then(undefined, () => undefined);
      } catch {
        // A failing observer must not cost a client its reply.
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
