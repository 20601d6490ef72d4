import { CannotRun } from './check-io.js';

const MAX_PATTERNS = 1000;

/** Whether a path names files by a pattern. */
export function isGlob(path: string): boolean {
  return /[*?{]/.test(path);
}

/** The folder that all matches of a pattern are in: its parts before the first one with a star. */
export function baseOf(pattern: string): string {
  const parts = pattern.split('/');
  const base = parts.slice(0, parts.findIndex(isGlob)).join('/');
  return base === '' && pattern.startsWith('/') ? '/' : base || '.';
}

/** Matches paths with `/`: `**` is any number of folders, `*` and `?` stay within a name, `{a,b}` is either one. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const patterns = expand(pattern.replace(/^(?:\.\/)+/, '')).map((one) => one.split('/'));
  return (path) => patterns.some((wanted) => matches(wanted, path.split('/'), '**', fitsName));
}

const fitsName = (wanted: string, name: string): boolean =>
  matches([...wanted], [...name], '*', (one, character) => one === '?' || one === character);

/** Whether a list fits another one in which a star stands for any number of items. */
function matches(
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

/** `a{b,c}` is `ab` and `ac`. */
function expand(pattern: string): readonly string[] {
  const open = pattern.indexOf('{');
  const commas = [open];
  let depth = 0;
  for (let at = open; at !== -1 && at < pattern.length; at++) {
    const c = pattern[at];
    if (c === '{') depth++;
    else if (c === ',' && depth === 1) commas.push(at);
    else if (c === '}' && --depth === 0) {
      const ends = [...commas.slice(1), at];
      const rest = expand(pattern.slice(at + 1));
      const all = commas.flatMap((comma, index) =>
        expand(pattern.slice(comma + 1, ends[index])).flatMap((one) =>
          rest.map((end) => pattern.slice(0, open) + one + end),
        ),
      );
      if (all.length <= MAX_PATTERNS) return all;
      throw new CannotRun(`the pattern ${pattern} has too many alternatives`);
    }
  }
  return [pattern];
}
