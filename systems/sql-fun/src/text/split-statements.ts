import { ReplacedText, type Span } from './source-text.js';

/** A piece of SQL as its lexer sees it, as far as telling statements apart needs it. */
export interface SqlToken {
  /** A `mark` is one character, or `\;`; a `command` is one of psql and goes to the end of its line. */
  readonly kind: 'word' | 'quoted' | 'number' | 'mark' | 'command' | 'end';
  readonly start: number;
  readonly end: number;
}

const BLANK = /[\s\ufeff]*/y;
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const NUMBER = /[0-9][\w.]*/y;
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const QUOTE_OR_ESCAPE = /['\\]/g;
const CONTINUED = /[ \t\f\v\r]*\n\s*(?=')/y;
const COMMENT_MARK = /\/\*|\*\//g;

/** The first token at or after a place; blanks and comments are passed over. A comment that does not end is a token: PostgreSQL refuses it. */
export function nextToken(text: string, from: number): SqlToken {
  const start = skipBlanks(text, from);
  if (start >= text.length) return { kind: 'end', start: text.length, end: text.length };
  const first = text[start]!;
  if (text.startsWith('/*', start)) return { kind: 'quoted', start, end: text.length };
  if (first === "'" || first === '"') {
    // A quote that is written twice ends one piece and begins the next.
    const end = text.indexOf(first, start + 1) + 1 || text.length;
    return { kind: 'quoted', start, end };
  }
  if (first === '$') return dollar(text, start);
  // Of psql: it separates statements that are sent together.
  if (text.startsWith('\\;', start)) return { kind: 'mark', start, end: start + 2 };
  if (first === '\\') return { kind: 'command', start, end: endOfLine(text, start) };
  if (first >= '0' && first <= '9') {
    return { kind: 'number', start, end: match(NUMBER, text, start) };
  }
  const end = match(WORD, text, start);
  if (end === start) return { kind: 'mark', start, end: start + 1 };
  if (end === start + 1 && first.toLowerCase() === 'e' && text[end] === "'") {
    return { kind: 'quoted', start, end: endOfEscapes(text, end) };
  }
  return { kind: 'word', start, end };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function skipBlanks(text: string, from: number): number {
  for (let at = from; ;) {
    const start = match(BLANK, text, at);
    at = skipComment(text, start);
    if (at === start) return at;
  }
}

/** Behind the comment at a place; the place itself where there is none, or one that does not end. Comments nest. */
function skipComment(text: string, at: number): number {
  if (text.startsWith('--', at)) return endOfLine(text, at);
  if (!text.startsWith('/*', at)) return at;
  COMMENT_MARK.lastIndex = at;
  let depth = 0;
  for (let mark = COMMENT_MARK.exec(text); mark !== null; mark = COMMENT_MARK.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return COMMENT_MARK.lastIndex;
  }
  return at;
}

function dollar(text: string, start: number): SqlToken {
  const open = match(DOLLAR, text, start);
  if (open === start) return { kind: 'mark', start, end: start + 1 };
  const close = text.indexOf(text.slice(start, open), open);
  return { kind: 'quoted', start, end: close === -1 ? text.length : close + open - start };
}

/** A string that goes on after a line break keeps its escapes. */
function endOfEscapes(text: string, quote: number): number {
  for (let at = quote + 1; ;) {
    QUOTE_OR_ESCAPE.lastIndex = at;
    const found = QUOTE_OR_ESCAPE.exec(text);
    if (found === null) return text.length;
    at = found.index + 1;
    if (found[0] === '\\' || text[at] === "'") {
      at++;
      continue;
    }
    const next = match(CONTINUED, text, at);
    if (next === at) return at;
    at = next + 1;
  }
}

/** One statement of a script, without what is around it and without its semicolon. */
export interface StatementSpan extends Span {
  /** Commands of psql inside of it, which are not SQL. */
  readonly holes: readonly Span[];
  /** Where the data of `COPY … FROM stdin` end; the end of any other statement. */
  readonly endOfData: number;
}

/** The text of a statement, with blanks for the commands of psql in it, so that every place stays what it is. */
export function statementText(text: string, span: StatementSpan): string {
  const blanks = span.holes.map((hole) => ({ ...hole, text: ' '.repeat(hole.end - hole.start) }));
  return new ReplacedText(text, blanks, span).text;
}

/** The statements of a script as psql finds them. Commands of psql (`\connect …`) and the data of `COPY … FROM stdin` are left out. */
export function splitStatements(text: string): StatementSpan[] {
  const statements: StatementSpan[] = [];
  let open = new OpenStatement();
  let at = 0;
  for (let token = nextToken(text, at); token.kind !== 'end'; token = nextToken(text, at)) {
    at = token.end;
    if (token.kind === 'command') {
      open.command(token, text);
      if (!open.sent) continue;
    } else if (token.kind !== 'mark' || text[token.end - 1] !== ';' || open.inside) {
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
const RULE = /^create (?:or replace )?rule /;

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
  #isRule = false;

  /** psql waits for every parenthesis to be closed. Only a rule has semicolons in them, so one that is missing hides nothing else. */
  get inside(): boolean {
    return (this.#parentheses > 0 && this.#isRule) || this.#blocks > 0;
  }

  get copiesData(): boolean {
    return this.#fromStdin && this.#words[0] === 'copy';
  }

  token(token: SqlToken, text: string): void {
    if (!this.begun) this.#start = token.start;
    this.begun = true;
    this.#end = token.end;
    const mark = token.kind === 'mark' ? text[token.start] : '';
    if (mark === '(') this.#parentheses++;
    else if (mark === ')') this.#parentheses = Math.max(0, this.#parentheses - 1);
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

  #word(word: string): void {
    if (this.#words.length < WORDS) {
      this.#words.push(word);
      const words = `${this.#words.join(' ')} `;
      this.#isRoutine = ROUTINE.test(words);
      this.#isRule = RULE.test(words);
    }
    if (word === 'stdin' && this.#last === 'from') this.#fromStdin = true;
    if (this.#parentheses > 0 || !this.#isRoutine) return;
    if (word === 'atomic' && this.#last === 'begin' && this.#blocks === 0) this.#blocks = 1;
    else if (this.#blocks > 0 && word === 'case') this.#blocks++;
    else if (this.#blocks > 0 && word === 'end') this.#blocks--;
  }
}
