import { hasCode, type Pattern, type WorkBudget } from './pattern.js';

const LONGEST = 300;
const STEPS = 20_000;

/**
 * Whether a text matches anywhere; undefined where dialects may differ or it takes too many steps.
 * Sets of places instead of backtracking: no pattern can make it hang.
 */
export function matchesPattern(
  pattern: Pattern,
  text: string,
  work: WorkBudget,
): boolean | undefined {
  if (text.length > LONGEST || !/^[ -~]*$/.test(text)) return undefined;
  const matcher = new Matcher(text);
  const all = new Set(Array.from({ length: text.length + 1 }, (_, at) => at));
  const found = matcher.ends(pattern, all).size > 0;
  return work.spend(1 + matcher.steps / 10) && matcher.steps < STEPS ? found : undefined;
}

type Places = ReadonlySet<number>;

const NOWHERE: Places = new Set();

class Matcher {
  readonly #text: string;
  steps = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the pattern may end that begins at one of these places. */
  ends(pattern: Pattern, from: Places): Places {
    this.steps += 1 + from.size;
    if (from.size === 0 || this.steps >= STEPS) return NOWHERE;
    switch (pattern.kind) {
      case 'set': {
        const fits = (at: number) => hasCode(pattern, this.#text.charCodeAt(at));
        return new Set([...from].filter((at) => at < this.#text.length && fits(at)).map(next));
      }
      case 'start':
        return keep(from, (at) => at === 0);
      case 'end':
        return keep(from, (at) => at === this.#text.length);
      case 'edge':
        return keep(from, (at) => this.#isEdge(at));
      case 'no edge':
        return keep(from, (at) => !this.#isEdge(at));
      case 'sequence':
        return pattern.parts.reduce((places, part) => this.ends(part, places), from);
      case 'choice':
        return new Set(pattern.parts.flatMap((part) => [...this.ends(part, from)]));
      case 'ahead':
        return keep(
          from,
          (at) => this.ends(pattern.part, new Set([at])).size > 0 !== pattern.negated,
        );
      case 'repeat':
        return this.#repeat(pattern, from);
    }
  }

  #repeat({ part, min, max }: Extract<Pattern, { kind: 'repeat' }>, from: Places): Places {
    let places = from;
    // A part that may be empty has said all that it can after as many rounds as there are places.
    for (let round = 0; round < Math.min(min, this.#text.length + 2); round++) {
      places = this.ends(part, places);
    }
    const found = new Set(places);
    for (let round = min; round < max && places.size > 0; round++) {
      places = keep(this.ends(part, places), (at) => !found.has(at));
      for (const at of places) found.add(at);
    }
    return found;
  }

  #isEdge(at: number): boolean {
    const isWord = (letter: string | undefined) => letter !== undefined && /\w/.test(letter);
    return isWord(this.#text[at - 1]) !== isWord(this.#text[at]);
  }
}

function next(at: number): number {
  return at + 1;
}

function keep(places: Places, wanted: (at: number) => boolean): Places {
  return new Set([...places].filter(wanted));
}

const LONGEST_TEXT = 300;
const LIKED = 'aA0-_. /:@';

/** How freely to write: how often to repeat beyond what must be, and which of several choices to take. */
interface Taste {
  readonly more: number;
  readonly choice: number;
}

/** A text that a pattern probably matches: what it looks ahead for is not heeded. */
export function writePattern(pattern: Pattern, taste: Taste): string | undefined {
  switch (pattern.kind) {
    case 'set': {
      const liked = [...LIKED, ...printable()].find((each) => hasCode(pattern, each.charCodeAt(0)));
      return liked;
    }
    case 'sequence': {
      let text = '';
      for (const part of pattern.parts) {
        const more = writePattern(part, taste);
        if (more === undefined || text.length + more.length > LONGEST_TEXT) return undefined;
        text += more;
      }
      return text;
    }
    case 'choice':
      return writePattern(pattern.parts[taste.choice % pattern.parts.length]!, taste);
    case 'repeat': {
      const text = writePattern(pattern.part, taste);
      const times = Math.min(pattern.max, pattern.min + taste.more);
      if (text === undefined || text.length * times > LONGEST_TEXT)
        return times === 0 ? '' : undefined;
      return text.repeat(times);
    }
    default:
      return '';
  }
}

function printable(): string[] {
  return Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
}
