import { editDistance } from '@errata/core/internal';

/**
 * The candidates that may have been meant, best first: the same name in another case, its plural or singular, a slip of the
 * keys, a name that begins with it. Far-off ones are left out: nothing is better than a wild guess.
 */
export function closest(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = name.toLowerCase();
  if (wanted === '' || wanted.length > MAX_LENGTH) return [];
  const found = new Map<string, number>();
  for (const candidate of candidates) {
    if (candidate === name || found.has(candidate)) continue;
    const score = distance(wanted, candidate.toLowerCase());
    if (score !== undefined) found.set(candidate, score);
  }
  return [...found]
    .sort(([a, x], [b, y]) => x - y || a.length - b.length || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([candidate]) => candidate);
}

const MAX_LENGTH = 128;
const SHORTEST_PART = 3;

/** Lower is nearer; undefined is too far away to be meant. */
function distance(wanted: string, candidate: string): number | undefined {
  if (wanted === candidate) return 0;
  if (isPlural(wanted, candidate) || isPlural(candidate, wanted)) return 0.5;
  const { length } = wanted;
  // A third of the letters may be wrong, one of two or three, and none of one alone.
  const most = length < 2 ? 0 : Math.min(4, Math.max(1, Math.floor(length / 3)));
  const edits = editDistance(wanted, candidate, most);
  if (edits !== undefined || length < SHORTEST_PART) return edits;
  const rest = candidate.length - length;
  if (candidate.startsWith(wanted)) return 10 + rest;
  return candidate.endsWith(`_${wanted}`) ? 20 + rest : undefined;
}

const isPlural = (one: string, many: string) =>
  [`${one}s`, `${one}es`].includes(many) ||
  (one.endsWith('y') && many === `${one.slice(0, -1)}ies`);
