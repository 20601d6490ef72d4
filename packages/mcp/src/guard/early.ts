const EARLY = new WeakSet<object>();

/** Remember that something was thrown at once, when a handler was called. Only objects can be told apart. */
export function markEarly(thrown: unknown): void {
  if (typeof thrown === 'object' && thrown !== null) EARLY.add(thrown);
}

/** Whether something was thrown before anybody had to wait for it. */
export function wasEarly(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && EARLY.has(thrown);
}
