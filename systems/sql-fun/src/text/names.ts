/** A part of a name: `users`, or `"Users"` without its quotes. */
export interface NamePart {
  readonly text: string;
  readonly quoted: boolean;
}

/** Takes a name such as `sales."Order"` apart at its dots; undefined where it is none. */
export function splitName(name: string): readonly NamePart[] | undefined {
  const parts: NamePart[] = [];
  let rest = name;
  for (;;) {
    const found = /^(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)/s.exec(rest);
    if (found === null) return undefined;
    const [whole, quoted, plain, end] = found;
    parts.push(
      quoted === undefined
        ? { text: plain!, quoted: false }
        : { text: quoted.replaceAll('""', '"'), quoted: true },
    );
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

/** Whether a list fits a pattern, in which a star stands for any number of items. */
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
