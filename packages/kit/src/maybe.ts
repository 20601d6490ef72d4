import type { Maybe } from '@errata/core/server';

export function isPromise(value: unknown): value is Promise<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as PromiseLike<unknown>).then === 'function'
  );
}

/** Go on with a value, at once where it is there. */
export function whenReady<T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> {
  return isPromise(value) ? (value as Promise<T>).then(next) : next(value);
}
