import type { Met } from './call.js';

/** Now or later: a promise per request costs as much as parsing it, so there is none where none is needed. */
export type Maybe<T> = T | Promise<T>;

export function isPromise<T>(value: Maybe<T> | PromiseLike<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as PromiseLike<unknown>).then === 'function'
  );
}

/** Go on with a value, at once where it is there. */
export function whenReady<T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** What a hook does wrong, now or later, must not cost anyone a reply or the process its life. */
export function quietly<T>(hook: () => T): T | undefined {
  try {
    const made = hook();
    const { then } = (made ?? {}) as { then?: unknown };
    if (typeof then === 'function') then.call(made, undefined, () => undefined);
    return made;
  } catch {
    return undefined; // the caller has something else to say, or nothing
  }
}

/** What is thrown at whoever waits when the time is over. */
interface Late {
  readonly met: Met;
}

const LATE = new WeakSet<object>();

export function isLate(thrown: unknown): thrown is Late {
  return typeof thrown === 'object' && thrown !== null && LATE.has(thrown);
}

/** Wait for work no longer than a limit in milliseconds. What comes after it, result or failure, is dropped. */
export function settleWithin(
  pending: PromiseLike<unknown>,
  limit: number,
  method: string,
  tool: string | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createLate(limit, method, tool)), limit);
    const stop =
      <T>(settle: (value: T) => void) =>
      (value: T) => {
        clearTimeout(timer);
        settle(value);
      };
    pending.then(stop(resolve), stop(reject));
  });
}

function createLate(limit: number, operation: string, tool: string | undefined): Late {
  const seconds = limit / 1000;
  const late: Late = {
    met: {
      condition: 'timeout',
      // Each catalog takes the names that it declares.
      context: { operation, timeout_seconds: seconds, ...(tool && { tool, tool_name: tool }) },
      given: {
        details: `${tool ?? operation} did not finish within ${seconds} s`,
        effect: 'unknown',
      },
    },
  };
  LATE.add(late);
  return late;
}
