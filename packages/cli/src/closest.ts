import { editDistance } from '@errata/core/internal';

/**
 * The candidates that the user may have meant, best first: a slip of the keys, a part of the name, or the right words in the
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

/** `; did you mean X?`, or nothing if nothing is near. */
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
  const edits = editDistance(given, candidate, Math.max(1, Math.floor(given.length / 4)));
  if (edits !== undefined) return edits;
  if (given.length >= 4 && candidate.includes(given)) return candidate.length - given.length + 10;
  const sorted = (text: string) => [...text].sort().join('');
  return sorted(given) === sorted(candidate) ? 5 : undefined;
}
