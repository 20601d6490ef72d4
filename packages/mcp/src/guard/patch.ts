/** Puts something else in the place of a member, and says how to put back what was there. */
export function patch<T extends object, K extends keyof T>(
  target: T,
  key: K,
  make: (original: T[K]) => T[K],
): () => void {
  const own = Object.getOwnPropertyDescriptor(target, key);
  const value = make(target[key]);
  Object.defineProperty(target, key, {
    value,
    configurable: true,
    writable: true,
    enumerable: own?.enumerable ?? false,
  });
  return () => {
    // Somebody may have wrapped it since; taking ours out from below would take theirs out too.
    if (target[key] !== value) return;
    if (own === undefined) delete target[key];
    else Object.defineProperty(target, key, own);
  };
}
