import { scanSync } from 'libpg-query';
import { quoted } from '../text/names.js';
import { SourceText } from '../text/source-text.js';

export interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly word: string;
}

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', end: 'case' };
const OPENS: ReadonlySet<string> = new Set(Object.values(CLOSES));

/** The tokens of a statement without its comments, and which brackets belong together. */
export class Tokens {
  readonly all: readonly Token[];
  /** The numbers of tokens by the byte of UTF-8 that they begin at, which the parser counts in. */
  readonly byByte = new Map<number, number>();
  readonly partners = new Map<number, number>();

  constructor(sql: string) {
    const source = new SourceText(sql);
    const all: Token[] = [];
    const open: number[] = [];
    for (const token of scanSync(sql).tokens) {
      const [start, end] = [source.offset(token.start), source.offset(token.end)];
      const text = sql.slice(start, end);
      if (/^(?:--|\/\*)/.test(text)) continue;
      const [index, word] = [all.length, text.toLowerCase()];
      const before = all[index - 1]?.word;
      this.byByte.set(token.start, index);
      all.push({ start, end, text, word });
      // `x.end` and `AS case` are names.
      if (/^(?:end|case)$/.test(word) && (before === '.' || before === 'as')) continue;
      if (OPENS.has(word)) open.push(index);
      else if (word in CLOSES && all[open.at(-1) ?? -1]?.word === CLOSES[word]) {
        const partner = open.pop()!;
        this.partners.set(partner, index).set(index, partner);
      }
    }
    this.all = all;
  }

  word(index: number): string {
    return this.all[index]?.word ?? '';
  }

  endOfBracket(index: number): number {
    return (this.partners.get(index) ?? index) + 1;
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
    return this.word(at) === '(' ? this.endOfBracket(at) : at;
  }

  named(name: string, from = 0): Token | undefined {
    const inQuotes = quoted(name);
    const isName = ({ text, word }: Token) => word === name || text === inQuotes;
    return this.all.find((token) => token.start >= from && isName(token));
  }
}

const RESERVED = 4;

/** A name as it has to be written in SQL: in quotes where it needs them. */
export function inSql(name: string): string {
  const isPlain = /^[a-z_][a-z0-9_$]*$/.test(name);
  return isPlain && scanSync(name).tokens[0]?.keywordKind !== RESERVED ? name : quoted(name);
}
