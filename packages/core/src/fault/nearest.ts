/** Insertions, deletions, replacements and swapped neighbours between two texts; undefined if there are more than `most`. */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (letter === other ? 0 : 1));
      // A letter before the first one is NaN, which equals nothing.
      const isSwap = letter === b.charCodeAt(j - 2) && other === a.charCodeAt(i - 2);
      if (isSwap) best = Math.min(best, beforeLast[j - 2]! + 1);
      row.push(best);
      least = Math.min(least, best);
    }
    // A swap reaches back two rows, at the cost of one: only past `most + 1` is there no way back.
    if (least > most + 1) return undefined;
    [beforeLast, last] = [last, row];
  }
  const edits = last[b.length]!;
  return edits <= most ? edits : undefined;
}

const MAX_LENGTH = 100;
const MAX_NAMES = 1000;

/** The name that was most likely meant, if one is near enough: a third of it may be wrong, or two letters. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  const wanted = normalised(given);
  let best: string | undefined;
  let most = Math.max(2, Math.floor(wanted.length / 3));
  for (const name of names.slice(0, MAX_NAMES)) {
    const distance = editDistance(wanted, normalised(name), most);
    if (distance === undefined) continue;
    best = name;
    if (distance === 0) break;
    most = distance - 1;
  }
  return best;
}

/** Separators and case are what models and people get wrong most. */
const normalised = (name: string): string => name.toLowerCase().replace(/[\s/_.-]+/g, '_');

/** Throws a TypeError where an object has a key that means nothing: a typing mistake would otherwise be silent. */
export function assertKeys(what: string, given: object, known: readonly string[]): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const near = nearestName(key, known);
    const hint = near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
    throw new TypeError(`${what}: unknown key ${JSON.stringify(key)}; ${hint}`);
  }
}
