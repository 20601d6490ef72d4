/** A regular expression, as far as all dialects mean the same by it. */
export type Pattern =
  | { readonly kind: 'set'; readonly ranges: readonly Range[]; readonly negated: boolean }
  | { readonly kind: 'start' | 'end' | 'edge' | 'no edge' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number }
  | { readonly kind: 'ahead'; readonly part: Pattern; readonly negated: boolean };

/** From one code point to another, both included. */
type Range = readonly [number, number];

type CharacterSet = Extract<Pattern, { kind: 'set' }>;

export function hasCode(set: CharacterSet, code: number): boolean {
  return set.ranges.some(([low, high]) => code >= low && code <= high) !== set.negated;
}

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

/** What an escape means, and where it ends; undefined where dialects differ. */
interface Escape {
  readonly ranges: readonly Range[];
  readonly end: number;
}

/** The escape whose letter is at this place, after the backslash. */
function readEscape(source: string, at: number): Escape | undefined {
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

const LONGEST = 1000;
const ANY: CharacterSet = {
  kind: 'set',
  negated: true,
  ranges: [
    [10, 10],
    [13, 13],
  ],
};

/** Reads a regular expression; undefined for everything that is not in all dialects alike. */
export function parsePattern(source: string): Pattern | undefined {
  if (source.length > LONGEST) return undefined;
  const reader = new Reader(source);
  const found = reader.choice();
  return found !== undefined && reader.atEnd ? found : undefined;
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get atEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  choice(): Pattern | undefined {
    const parts: Pattern[] = [];
    do {
      const part = this.#sequence();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#take('|'));
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(): Pattern | undefined {
    const parts: Pattern[] = [];
    while (!this.atEnd && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      const part = this.#repeated();
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return { kind: 'sequence', parts };
  }

  #repeated(): Pattern | undefined {
    const part = this.#atom();
    if (part === undefined) return undefined;
    const times = this.#times();
    if (times === undefined) return part;
    if (part.kind !== 'set' && !('part' in part) && !('parts' in part)) return undefined;
    const [min, max] = times;
    if (part.kind === 'ahead' || max < min) return undefined;
    this.#take('?'); // lazy or not, it accepts the same
    return { kind: 'repeat', part, min, max };
  }

  #times(): Range | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    const counted = /^\{(\d{1,6})(,(\d{0,6}))?\}/.exec(this.#source.slice(this.#at, this.#at + 20));
    if (counted === null) return undefined;
    this.#at += counted[0].length;
    const min = Number(counted[1]);
    if (counted[2] === undefined) return [min, min];
    return [min, counted[3] ? Number(counted[3]) : Infinity];
  }

  #atom(): Pattern | undefined {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('.')) return ANY;
    if (this.#take('\\b')) return { kind: 'edge' };
    if (this.#take('\\B')) return { kind: 'no edge' };
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return this.#set();
    if (this.#take('\\')) {
      const ranges = this.#escape();
      return ranges && { kind: 'set', ranges, negated: false };
    }
    const code = this.#source.codePointAt(this.#at)!;
    const letter = String.fromCodePoint(code);
    if ('*+?{}]'.includes(letter)) return undefined;
    this.#at += letter.length;
    return { kind: 'set', ranges: [[code, code]], negated: false };
  }

  #group(): Pattern | undefined {
    const negated = this.#take('?!');
    const ahead = negated || this.#take('?=');
    if (!ahead && !this.#take('?:')) this.#name();
    const part = this.choice();
    if (part === undefined || !this.#take(')')) return undefined;
    return ahead ? { kind: 'ahead', part, negated } : { kind: 'sequence', parts: [part] };
  }

  #name(): void {
    const named = /^\?<[A-Za-z]\w*>/.exec(this.#source.slice(this.#at, this.#at + 40));
    if (named !== null) this.#at += named[0].length;
  }

  #set(): Pattern | undefined {
    const negated = this.#take('^');
    const ranges: Range[] = [];
    if (this.#source[this.#at] === ']') return undefined;
    while (!this.#take(']')) {
      const low = this.#member();
      if (low === undefined) return undefined;
      const next = this.#source[this.#at + 1];
      if (this.#source[this.#at] !== '-' || next === ']' || next === undefined) {
        ranges.push(...low);
        continue;
      }
      this.#at += 1;
      const high = this.#member();
      if (high === undefined || !isOne(low) || !isOne(high)) return undefined;
      if (high[0]![0] < low[0]![0]) return undefined;
      ranges.push([low[0]![0], high[0]![0]]);
    }
    return { kind: 'set', ranges, negated };
  }

  #member(): readonly Range[] | undefined {
    if (this.atEnd) return undefined;
    if (this.#take('\\')) return this.#escape();
    const code = this.#source.codePointAt(this.#at)!;
    this.#at += String.fromCodePoint(code).length;
    return [[code, code]];
  }

  #escape(): readonly Range[] | undefined {
    const found = readEscape(this.#source, this.#at);
    if (found !== undefined) this.#at = found.end;
    return found?.ranges;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function isOne(ranges: readonly Range[]): boolean {
  return ranges.length === 1 && ranges[0]![0] === ranges[0]![1];
}

/** How much may be done for one schema, so that a hostile one ends as an unsure one. */
export class WorkBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get over(): boolean {
    return this.#left <= 0;
  }

  /** Whether there was enough left for it. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}
