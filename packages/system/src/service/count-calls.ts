/** A function that knows when nobody is inside. */
export interface Counted<A extends readonly unknown[], R> {
  readonly run: (...args: A) => Promise<R>;
  /** Settles as soon as no call is in progress. */
  idle(): Promise<void>;
}

/** Count the calls of a function that are in progress. */
export function countCalls<A extends readonly unknown[], R>(
  work: (...args: A) => Promise<R>,
): Counted<A, R> {
  const inside = new Set<Promise<unknown>>();
  return {
    run(...args) {
      const result = work(...args);
      const settled: Promise<unknown> = result.then(
        () => inside.delete(settled),
        () => inside.delete(settled),
      );
      inside.add(settled);
      return result;
    },
    async idle() {
      while (inside.size > 0) await Promise.all(inside);
    },
  };
}
