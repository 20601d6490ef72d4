import type { Maybe } from '@errata/core/server';

export function isPromise<T>(value: Maybe<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as unknown as PromiseLike<T>).then === 'function'
  );
}

/** Go on with a value at once if it is there: a promise per request costs as much as parsing it. */
export function whenReady<T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> {
  return isPromise(value) ? value.then(next) : next(value);
}
