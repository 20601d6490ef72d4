/**
 * Read one property of a value that nobody vouches for. Getters throw, proxies are revoked or trap, and `undefined`
 * can be thrown too: every such read gives `undefined`. Nothing in this folder reads a foreign property another way.
 */
export function peek(value: unknown, key: PropertyKey): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    return undefined;
  try {
    return (value as Record<PropertyKey, unknown>)[key];
  } catch {
    return undefined; // a getter or trap that throws has nothing to say
  }
}

export function peekString(value: unknown, key: PropertyKey): string | undefined {
  const found = peek(value, key);
  return typeof found === 'string' ? found : undefined;
}

export function peekInteger(value: unknown, key: PropertyKey): number | undefined {
  const found = peek(value, key);
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined;
}

/** The first items of an array and their total, or undefined if the value is not an array. */
export function peekItems(
  value: unknown,
  limit: number,
): { readonly items: readonly unknown[]; readonly total: number } | undefined {
  if (!isArray(value)) return undefined;
  const total = peekInteger(value, 'length') ?? 0;
  const items: unknown[] = [];
  for (let i = 0; i < total && i < limit; i++) items.push(peek(value, i));
  return { items, total };
}

/** The own enumerable keys, as far as the value tells them. */
export function peekKeys(value: object): readonly string[] {
  try {
    return Object.keys(value);
  } catch {
    return []; // a proxy may refuse
  }
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a revoked proxy
  }
}
