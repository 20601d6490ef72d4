const MAX_DEPTH = 64;
const MAX_ITEMS = 1_000;

/**
 * A copy that JSON can hold, of a value that JSON refuses: cycles, BigInts, members that throw, and nesting beyond the
 * stack are replaced by a word that says so. Never throws.
 */
export function plainCopy(value: unknown, path: readonly unknown[] = []): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (path.includes(value)) return '[Circular]';
  if (path.length >= MAX_DEPTH) return '[Too deep]';
  const inner = [...path, value];
  try {
    if (Array.isArray(value)) {
      return value.slice(0, MAX_ITEMS).map((item) => plainCopy(item, inner));
    }
    const toJson = (value as { toJSON?: unknown }).toJSON;
    if (typeof toJson === 'function') return plainCopy(toJson.call(value, ''), inner);
    const keys = Object.keys(value).slice(0, MAX_ITEMS);
    // fromEntries defines members, so that a `__proto__` from the wire stays an ordinary one.
    return Object.fromEntries(keys.map((key) => [key, readMember(value, key, inner)]));
  } catch {
    // A proxy that refuses: there is nothing of it to show.
    return '[Unreadable]';
  }
}

function readMember(value: object, key: string, path: readonly unknown[]): unknown {
  try {
    return plainCopy((value as Record<string, unknown>)[key], path);
  } catch {
    // The getter is somebody else's; the other members are still worth having.
    return '[Unreadable]';
  }
}
