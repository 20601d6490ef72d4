/** The name that somebody most likely meant, if one is near enough. */
export function closestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  const wanted = normalised(given);
  let best: string | undefined;
  // Two swapped letters, or a third of a long name, may be wrong; beyond that a suggestion would only mislead.
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const name of names.slice(0, MAX_NAMES)) {
    const distance = editDistance(wanted, normalised(name), least);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

const MAX_LENGTH = 100;
const MAX_NAMES = 1000;

/** Separators and case are what models get wrong most. */
function normalised(name: string): string {
  return name.toLowerCase().replace(/[\s/_.-]+/g, '_');
}

/** Levenshtein's distance, given up where it reaches the limit. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, changed));
    }
    if (Math.min(...next) >= limit) return limit;
    row = next;
  }
  return row[b.length]!;
}
