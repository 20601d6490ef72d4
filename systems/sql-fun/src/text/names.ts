import { editDistance } from '@errata/core/internal';

/** A part of a name: `users`, or `"Users"` without its quotes. */
export interface NamePart {
  readonly text: string;
  readonly quoted: boolean;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Takes a name such as `sales."Order"` apart at its dots; undefined if it is none. */
export function splitName(name: string): readonly NamePart[] | undefined {
  const parts: NamePart[] = [];
  let rest = name;
  for (;;) {
    const found = /^(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)/s.exec(rest);
    if (found === null) return undefined;
    const [whole, quoted, plain, end] = found;
    const text = quoted?.replaceAll('""', '"') ?? plain!;
    parts.push({ text, quoted: quoted !== undefined });
    if (end === '') return parts;
    rest = rest.slice(whole.length);
  }
}

/** Whether a text fits a LIKE pattern (`%` any text, `_` any character), in any case; a pattern without `%` fits a part. */
export function matchesLike(text: string, pattern: string): boolean {
  const wanted = (pattern.includes('%') ? pattern : `%${pattern}%`).toLowerCase();
  const fits = (one: string, character: string) => one === '_' || one === character;
  return matchesStars([...wanted], [...text.toLowerCase()], '%', fits);
}

/** Whether a list fits a pattern, in which a star means any number of items. */
export function matchesStars(
  wanted: readonly string[],
  given: readonly string[],
  star: string,
  fits: (wanted: string, given: string) => boolean,
): boolean {
  let [at, next] = [0, 0];
  let retry: { readonly next: number; at: number } | undefined;
  // The last star takes one item more each time that what follows it does not fit.
  while (at < given.length) {
    if (wanted[next] === star) retry = { next: ++next, at };
    else if (next < wanted.length && fits(wanted[next]!, given[at]!)) {
      at++;
      next++;
    } else if (retry !== undefined) {
      at = ++retry.at;
      next = retry.next;
    } else return false;
  }
  return wanted.slice(next).every((one) => one === star);
}

export const didYouMean = (names: readonly string[] = []): string =>
  names.length === 0 ? '' : `; did you mean ${names.join(' or ')}?`;

/** Candidates that may have been meant, best first: another case, plural or singular, a typo, a longer name. Far-off ones are left out. */
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
