/** What the index cannot find: it knows only what is three characters long. */
const SHORTEST = 3;
/** A query may be a whole page. */
const MAX_TERMS = 64;

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;
const GAPS = /[\s\p{Cc}]+/u;

/** The parts of a query: what the index finds, and what is too short for it. */
export interface SearchTerms {
  readonly indexed: readonly string[];
  readonly short: readonly string[];
}

/** Take any text apart into what can be looked for. */
export function searchTerms(query: string): SearchTerms {
  const spaced = query
    .replace(WITHOUT_SPACES, ' ')
    .split(GAPS)
    .filter((word) => word !== '');
  const unspaced = query.match(WITHOUT_SPACES) ?? [];
  const long = [...spaced.filter(isIndexed), ...unspaced.filter(isIndexed).flatMap(windows)];
  const indexed = firstOf(long);
  const shortUnspaced = unspaced.filter((run) => !isIndexed(run));
  // "to" and "of" are in every text; they are looked for only where there is nothing else.
  const short =
    indexed.length > 0
      ? shortUnspaced
      : [...spaced.filter((word) => !isIndexed(word)), ...shortUnspaced];
  return { indexed, short: firstOf(short) };
}

/** The words of a text without spaces are unknown, so each part of it counts that the index can find. */
function windows(run: string): readonly string[] {
  const characters = [...run];
  return characters
    .slice(0, characters.length - SHORTEST + 1)
    .map((_, at) => characters.slice(at, at + SHORTEST).join(''));
}

function isIndexed(term: string): boolean {
  return [...term].length >= SHORTEST;
}

function firstOf(terms: readonly string[]): readonly string[] {
  return [...new Set(terms)].slice(0, MAX_TERMS);
}

/** A query of FTS5 for any of the terms; in quotes, nothing in them is an operator. */
export function toMatch(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR ');
}

/** A pattern of LIKE for a text that contains the term, with `\` as escape. */
export function toPattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}
