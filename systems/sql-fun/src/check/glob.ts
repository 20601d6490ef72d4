import { CannotRun } from './check-io.js';

const MAX_PATTERNS = 1000;

/** Whether a path names files by a pattern. */
export function isGlob(path: string): boolean {
  return /[*?{]/.test(path);
}

/** The folder that all matches of a pattern are in: its parts before the first one with a star. */
export function baseOf(pattern: string): string {
  return /^(?:[^*?{]*[/\\])?/.exec(pattern)![0];
}

/** Matches paths with `/`: `**` is any number of folders, `*` and `?` stay within a name, `{a,b}` is either one. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const patterns = expand(pattern).map((one) => one.split('/'));
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

/** `a{b,c}` is `ab` and `ac`; the innermost braces go first. */
function expand(pattern: string): readonly string[] {
  for (let patterns = [pattern]; ;) {
    const next = patterns.flatMap((one) => {
      const [braces, inside = ''] = /\{([^{}]*)\}/.exec(one) ?? [];
      if (braces === undefined) return one;
      return inside.split(',').map((part) => one.replace(braces, () => part));
    });
    if (next.length > MAX_PATTERNS) {
      throw new CannotRun(`the pattern ${pattern} has too many alternatives`);
    }
    if (patterns.every((one, index) => one === next[index])) return patterns;
    patterns = next;
  }
}
