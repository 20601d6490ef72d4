import { ReplacedText, type Replacement } from './replaced-text.js';

/** A tagged template of a program. */
export interface FoundTemplate {
  /** Where its text begins, after the backtick. */
  readonly start: number;
  readonly replaced: ReplacedText;
  /** The expressions of its parameters, in order. */
  readonly expressions: readonly string[];
}

/**
 * The templates with these tags in TypeScript or JavaScript, also those within `${…}` of others. `${…}` becomes `$1`, `$2`, …
 * It is a scanner of strings, comments and templates, not a parser.
 */
export function findTemplates(text: string, tags: readonly string[]): readonly FoundTemplate[] {
  const scanner = new Scanner(text, new Set(tags));
  scanner.code(0);
  return scanner.found.sort((a, b) => a.start - b.start);
}

const WORD = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Nd}$_]*/uy;
const BLANKS = /\s*/y;
const REGEX = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/y;
/** Words that a regular expression may follow; after any other word, `/` divides. */
const BEFORE_REGEX = new Set(
  'return typeof case in of do else void delete throw new await yield'.split(' '),
);
const COOKED: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' },
  ...{ '\n': '', '\r': '', '\r\n': '' },
};
/** Deeper nesting of templates is not looked into. */
const MAX_DEPTH = 100;
const MAX_GENERICS = 2000;

class Scanner {
  readonly found: FoundTemplate[] = [];
  readonly #text: string;
  readonly #tags: ReadonlySet<string>;
  #depth = 0;

  constructor(text: string, tags: ReadonlySet<string>) {
    this.#text = text;
    this.#tags = tags;
  }

  /** Passes code up to the `}` that closes it, or to the end; returns the place of the `}`. */
  code(from: number): number {
    const text = this.#text;
    let braces = 0;
    // What a `/` is depends on the last thing before it.
    let operand = false;
    for (let at = from; at < text.length;) {
      const c = text[at]!;
      if (c === '}' && braces-- === 0) return at;
      if (c === '{') braces++;
      if (/\s/.test(c)) at++;
      else if (text.startsWith('//', at)) at = indexOrEnd(text, '\n', at);
      else if (text.startsWith('/*', at)) at = indexOrEnd(text, '*/', at + 2) + 2;
      else if (c === '`') [at, operand] = [this.#template(at, false), true];
      else if (c === "'" || c === '"') [at, operand] = [this.#string(at), true];
      else if (c === '/' && !operand) at = this.#regex(at);
      else {
        const end = endOf(WORD, text, at);
        if (end === at) {
          operand = /[)\]0-9}]/.test(c);
          at++;
        } else {
          const word = text.slice(at, end);
          const tick = this.#tags.has(word) ? this.#tick(end) : undefined;
          operand = tick !== undefined || !BEFORE_REGEX.has(word);
          at = tick === undefined ? end : this.#template(tick, true);
        }
      }
    }
    return text.length;
  }

  /** The backtick after a tag and its type arguments. */
  #tick(from: number): number | undefined {
    const text = this.#text;
    let at = endOf(BLANKS, text, from);
    if (text[at] === '<') at = endOf(BLANKS, text, endOfGenerics(text, at));
    return text[at] === '`' ? at : undefined;
  }

  /** A string ends with its line: an apostrophe in the text of JSX begins none. */
  #string(at: number): number {
    const text = this.#text;
    for (let i = at + 1; i < text.length; i++) {
      if (text[i] === '\\') i++;
      else if (text[i] === text[at] || text[i] === '\n') return i + 1;
    }
    return text.length;
  }

  /** A `/` that begins no regular expression is a mark, as in `</div>` and `<br />`. */
  #regex(at: number): number {
    const isTag = this.#text[at - 1] === '<' || this.#text[at + 1] === '>';
    return isTag ? at + 1 : Math.max(at + 1, endOf(REGEX, this.#text, at));
  }

  /** Passes a template; returns the place after its closing backtick. */
  #template(tick: number, tagged: boolean): number {
    const text = this.#text;
    if (++this.#depth > MAX_DEPTH) return text.length;
    const replacements: Replacement[] = [];
    const expressions: string[] = [];
    let at = tick + 1;
    while (at < text.length && text[at] !== '`') {
      if (text[at] === '\\') {
        const { end, cooked } = escapeAt(text, at);
        replacements.push({ start: at, end, text: cooked });
        at = end;
      } else if (text.startsWith('${', at)) {
        const end = Math.min(this.code(at + 2) + 1, text.length);
        expressions.push(text.slice(at + 2, end - 1).trim());
        replacements.push({ start: at, end, text: `$${expressions.length}`, parameter: true });
        at = end;
      } else at++;
    }
    this.#depth--;
    if (tagged && at < text.length) {
      const replaced = new ReplacedText(text, tick + 1, at, replacements);
      this.found.push({ start: tick + 1, replaced, expressions });
    }
    return Math.min(at + 1, text.length);
  }
}

function escapeAt(text: string, at: number): { end: number; cooked: string } {
  ESCAPE.lastIndex = at;
  const found = ESCAPE.exec(text);
  if (found === null) return { end: at + 1, cooked: '' };
  const [whole, braced, four, two, one] = found;
  const hex = braced ?? four ?? two;
  const point = hex === undefined ? undefined : parseInt(hex, 16);
  const cooked =
    point === undefined
      ? (COOKED[one!] ?? one!)
      : String.fromCodePoint(point > 0x10ffff ? 0xfffd : point);
  return { end: at + whole.length, cooked };
}

/** After the `>` that closes type arguments; the same place where they do not close. */
function endOfGenerics(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + MAX_GENERICS); at++) {
    const c = text[at]!;
    if (c === '`') return from;
    if (c === '<') depth++;
    else if (c === '>' && text[at - 1] !== '=' && --depth === 0) return at + 1;
  }
  return from;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at === -1 ? text.length : at;
}
