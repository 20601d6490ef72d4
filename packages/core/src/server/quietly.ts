/** What a hook does wrong must not cost anyone a reply. */
export function quietly<T>(hook: () => T): T | undefined {
  try {
    return hook();
  } catch {
    return undefined; // the caller has something else to say, or nothing
  }
}
