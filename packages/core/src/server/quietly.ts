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
