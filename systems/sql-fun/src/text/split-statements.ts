import { endOfLine, nextToken, type SqlToken } from './sql-token.js';

/** A stretch of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One statement of a script, without what is around it and without its semicolon. */
export interface StatementSpan extends Span {
  /** Commands of psql inside of it, which are not SQL. */
  readonly holes: readonly Span[];
  /** Where the data of `COPY … FROM stdin` end; the end of any other statement. */
  readonly endOfData: number;
}

/**
 * The statements of a script as psql tells them apart: semicolons count outside of quotes, comments, parentheses and the bodies
 * of SQL functions; commands of psql (`\connect …`) and the data of `COPY … FROM stdin` are left out.
 */
export function splitStatements(text: string): StatementSpan[] {
  const statements: StatementSpan[] = [];
  let open = new OpenStatement();
  let at = 0;
  for (let token = nextToken(text, at); token.kind !== 'end'; token = nextToken(text, at)) {
    at = token.end;
    if (token.kind === 'command') {
      open.command(token, text);
      if (!open.sent) continue;
    } else if (text[token.start] !== ';' || open.inside) {
      open.token(token, text);
      continue;
    }
    const hasData = open.copiesData && token.kind === 'mark';
    if (hasData) at = endOfData(text, at);
    if (open.begun) statements.push(open.close(hasData ? at : undefined));
    open = new OpenStatement();
  }
  if (open.begun) statements.push(open.close());
  return statements;
}

/** Data begin on the next line, and end with a line that is `\.`, or with the text. */
function endOfData(text: string, at: number): number {
  const end = /^\\\.\r?$/gm;
  end.lastIndex = endOfLine(text, at);
  return end.exec(text) === null ? text.length : end.lastIndex;
}

/** So many words of a statement say what it is. */
const WORDS = 4;
const ROUTINE = /^create (?:or replace )?(?:function|procedure) /;

class OpenStatement {
  begun = false;
  /** A command of psql has sent it off, as a semicolon would. */
  sent = false;
  readonly #holes: Span[] = [];
  readonly #words: string[] = [];
  #start = 0;
  #end = 0;
  #parentheses = 0;
  #blocks = 0;
  #last = '';
  #fromStdin = false;
  #isRoutine = false;

  /** Whether a semicolon does not end it here. */
  get inside(): boolean {
    return this.#parentheses > 0 || this.#blocks > 0;
  }

  get copiesData(): boolean {
    return this.#fromStdin && this.#words[0] === 'copy';
  }

  token(token: SqlToken, text: string): void {
    if (!this.begun) this.#start = token.start;
    this.begun = true;
    this.#end = token.end;
    if (token.kind === 'mark') this.#mark(text[token.start]!);
    if (this.#words.length === WORDS && !this.#isRoutine && this.#words[0] !== 'copy') return;
    const word = token.kind === 'word' ? text.slice(token.start, token.end).toLowerCase() : '';
    if (word !== '') this.#word(word);
    this.#last = word;
  }

  command(token: SqlToken, text: string): void {
    if (!this.begun) return;
    this.#holes.push({ start: token.start, end: token.end });
    this.sent = !this.inside && /^\\(?:g|crosstabview)/.test(text.slice(token.start, token.end));
  }

  close(endOfData = this.#end): StatementSpan {
    const end = this.#end;
    const holes = this.#holes.filter((hole) => hole.start < end);
    return { start: this.#start, end, holes, endOfData };
  }

  #mark(mark: string): void {
    if (mark === '(') this.#parentheses++;
    else if (mark === ')') this.#parentheses = Math.max(0, this.#parentheses - 1);
  }

  #word(word: string): void {
    if (this.#words.length < WORDS) {
      this.#words.push(word);
      this.#isRoutine = ROUTINE.test(`${this.#words.join(' ')} `);
    }
    if (word === 'stdin' && this.#last === 'from') this.#fromStdin = true;
    if (this.#parentheses > 0 || !this.#isRoutine) return;
    if (word === 'atomic' && this.#last === 'begin' && this.#blocks === 0) this.#blocks = 1;
    else if (this.#blocks > 0 && word === 'case') this.#blocks++;
    else if (this.#blocks > 0 && word === 'end') this.#blocks--;
  }
}
