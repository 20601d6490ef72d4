/**
 * The candidates that somebody may have meant, best first: a slip of the keys, a part of the name, or the right words in the
 * wrong order. Nothing is better than a wild guess, so most of a word has to be right.
 */
export function closest(given: string, candidates: readonly string[]): readonly string[] {
  const word = plain(given);
  if (word === '') return [];
  // Of two spellings of one name the first is enough.
  const names = candidates.filter(
    (one, index) => candidates.findIndex((other) => plain(other) === plain(one)) === index,
  );
  const scored = names.flatMap((candidate) => {
    const score = distance(word, plain(candidate));
    return score === undefined ? [] : [{ candidate, score }];
  });
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** `; did you mean X?`, or nothing where nothing is near. */
export function didYouMean(given: string, candidates: readonly string[]): string {
  const near = closest(given, candidates);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/** Lower case letters and digits: `NotFound`, `not-found` and `NOT_FOUND` are one name. */
export function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Lower is nearer; undefined is too far away to be meant. */
function distance(given: string, candidate: string): number | undefined {
  const edits = editDistance(given, candidate);
  if (edits <= Math.max(1, Math.floor(given.length / 4))) return edits;
  if (given.length >= 4 && candidate.includes(given)) return candidate.length - given.length + 10;
  const sorted = (text: string) => [...text].sort().join('');
  return sorted(given) === sorted(candidate) ? 5 : undefined;
}

/** Insertions, deletions, replacements and swapped neighbours. */
function editDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + change,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, table[i - 2]![j - 2]! + 1);
      }
      table[i]![j] = best;
    }
  }
  return table[a.length]![b.length]!;
}
