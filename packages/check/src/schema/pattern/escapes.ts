import type { Range } from './pattern.js';

const DIGITS: readonly Range[] = [[48, 57]];
const WORDS: readonly Range[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACES: readonly Range[] = [
  [9, 13],
  [32, 32],
];
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** What an escape stands for, and where it ends; undefined where dialects differ. */
export interface Escape {
  readonly ranges: readonly Range[];
  readonly end: number;
}

/** The escape whose letter is at this place, after the backslash. */
export function readEscape(source: string, at: number): Escape | undefined {
  const letter = source[at];
  if (letter === undefined) return undefined;
  const end = at + 1;
  const class_ = classOf(letter);
  if (class_ !== undefined) return { ranges: class_, end };
  const digits = letter === 'x' ? 2 : letter === 'u' ? 4 : 0;
  if (digits > 0) {
    const text = source.slice(end, end + digits);
    if (text.length !== digits || !/^[0-9a-f]+$/i.test(text)) return undefined;
    const code = Number.parseInt(text, 16);
    return { ranges: [[code, code]], end: end + digits };
  }
  // `\01` is octal to some.
  if (letter === '0' && /\d/.test(source[end] ?? '')) return undefined;
  const code = CONTROLS[letter] ?? (/[a-z0-9]/i.test(letter) ? undefined : letter.codePointAt(0));
  return code === undefined ? undefined : { ranges: [[code, code]], end };
}

function classOf(letter: string): readonly Range[] | undefined {
  const ranges = { d: DIGITS, w: WORDS, s: SPACES }[letter.toLowerCase()];
  if (ranges === undefined) return undefined;
  return letter === letter.toLowerCase() ? ranges : complement(ranges);
}

/** Everything else. */
function complement(ranges: readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  let from = 0;
  for (const [low, high] of ranges) {
    if (low > from) found.push([from, low - 1]);
    from = high + 1;
  }
  return [...found, [from, 0x10ffff]];
}
