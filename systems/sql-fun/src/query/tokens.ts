import { scanSync } from 'libpg-query';
import { SourceText } from '../text/index.js';

export interface Token {
  /** In UTF-16 units of the statement, the end not included. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** In lower case, as keywords are compared. */
  readonly word: string;
}

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', end: 'case' };
const OPENS: ReadonlySet<string> = new Set(Object.values(CLOSES));

/** The tokens of a statement without its comments, and which brackets belong together. */
export class Tokens {
  readonly all: readonly Token[];
  readonly #source: SourceText;
  readonly #byByte = new Map<number, number>();
  readonly #partners = new Map<number, number>();

  constructor(sql: string) {
    this.#source = new SourceText(sql);
    const all: Token[] = [];
    for (const { start: byte, end: endByte } of scanSync(sql).tokens) {
      const [start, end] = [this.#source.offset(byte), this.#source.offset(endByte)];
      const text = sql.slice(start, end);
      if (/^(?:--|\/\*)/.test(text)) continue;
      this.#byByte.set(byte, all.length);
      all.push({ start, end, text, word: text.toLowerCase() });
    }
    this.all = all;
    this.#pair();
  }

  #pair(): void {
    const open: number[] = [];
    this.all.forEach(({ word }, index) => {
      // `x.end` and `AS case` are names.
      if (/^(?:end|case)$/.test(word) && /^(?:\.|as)$/.test(this.word(index - 1))) return;
      if (OPENS.has(word)) open.push(index);
      else if (word in CLOSES && this.word(open.at(-1) ?? -1) === CLOSES[word]) {
        const partner = open.pop()!;
        this.#partners.set(partner, index).set(index, partner);
      }
    });
  }

  word(index: number): string {
    return this.all[index]?.word ?? '';
  }

  /** The number of the token that begins at a byte of UTF-8, which the parser counts in, and the place of the byte. */
  at(byte: number | undefined): { readonly index?: number | undefined; readonly offset?: number } {
    if (byte === undefined) return {};
    const index = this.#byByte.get(byte);
    return {
      index,
      offset: index === undefined ? this.#source.offset(byte) : this.all[index]!.start,
    };
  }

  /** The number of the bracket that belongs to this one. */
  partner(index: number): number | undefined {
    return this.#partners.get(index);
  }

  /** Behind the last token of `a.b.c` or `a.*`. */
  endOfName(index: number): number {
    let last = index;
    while (this.word(last + 1) === '.') last += 2;
    return last + 1;
  }

  /** Behind the alias of a relation that ends before this token: `WITH ORDINALITY AS u (a, b)`. */
  endOfAlias(index: number): number {
    let at = index;
    if (this.word(at) === '*') at++;
    if (this.word(at) === 'with' && this.word(at + 1) === 'ordinality') at += 2;
    if (this.word(at) === 'as') at++;
    if (this.word(at) !== '(') at++;
    return this.word(at) === '(' ? (this.partner(at) ?? at) + 1 : at;
  }

  /** The first token from an offset on that is this name. */
  named(name: string, from = 0): Token | undefined {
    const inQuotes = quoted(name);
    return this.all.find(
      ({ start, text, word }) => start >= from && (word === name || text === inQuotes),
    );
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
