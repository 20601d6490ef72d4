/** The things by what they have in common. */
export function groupBy<K, T>(things: readonly T[], keyOf: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [thing]);
    else known.push(thing);
  }
  return groups;
}
