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
