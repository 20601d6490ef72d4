import { scanSync } from 'libpg-query';

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
  readonly #byStart: ReadonlyMap<number, number>;
  readonly #partners: ReadonlyMap<number, number>;

  constructor(sql: string, offset: (byte: number) => number) {
    this.all = scanSync(sql)
      .tokens.map(({ start: from, end: to }) => {
        const [start, end] = [offset(from), offset(to)];
        const text = sql.slice(start, end);
        return { start, end, text, word: text.toLowerCase() };
      })
      .filter(({ text }) => !/^(?:--|\/\*)/.test(text));
    this.#byStart = new Map(this.all.map(({ start }, index) => [start, index]));
    this.#partners = partnersOf(this.all);
  }

  word(index: number): string {
    return this.all[index]?.word ?? '';
  }

  /** The number of the token that begins at a place. */
  at(start: number): number | undefined {
    return this.#byStart.get(start);
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
}

function partnersOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach(({ word }, index) => {
    const before = tokens[index - 1]?.word;
    // `x.end` and `AS case` are names.
    if ((word === 'end' || word === 'case') && (before === '.' || before === 'as')) return;
    if (OPENS.has(word)) open.push(index);
    else if (word in CLOSES && tokens[open.at(-1) ?? -1]?.word === CLOSES[word]) {
      const partner = open.pop()!;
      partners.set(partner, index).set(index, partner);
    }
  });
  return partners;
}
