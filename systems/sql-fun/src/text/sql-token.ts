/** A piece of SQL as its lexer sees it, as far as telling statements apart needs it. */
export interface SqlToken {
  /** A `mark` is one character; a `command` is one of psql and goes to the end of its line. */
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
  const first = text.charCodeAt(start);
  if (text.startsWith('/*', start)) return { kind: 'quoted', start, end: text.length };
  if (first === 0x27 || first === 0x22) {
    return { kind: 'quoted', start, end: endOfQuotes(text, start) };
  }
  if (first === 0x24) return dollar(text, start);
  if (first === 0x5c) return { kind: 'command', start, end: endOfLine(text, start) };
  if (first >= 0x30 && first <= 0x39) {
    return { kind: 'number', start, end: match(NUMBER, text, start) };
  }
  const end = match(WORD, text, start);
  if (end === start) return { kind: 'mark', start, end: start + 1 };
  if (end === start + 1 && (first | 0x20) === 0x65 && text.charCodeAt(end) === 0x27) {
    return { kind: 'quoted', start, end: endOfEscapes(text, end) };
  }
  return { kind: 'word', start, end };
}

/** Where the line ends, its line break not counted. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function skipBlanks(text: string, from: number): number {
  for (let at = from; ;) {
    at = match(BLANK, text, at);
    if (text.startsWith('--', at)) at = endOfLine(text, at);
    else if (!text.startsWith('/*', at)) return at;
    else {
      const end = endOfComment(text, at);
      if (end === undefined) return at;
      at = end;
    }
  }
}

/** Comments nest. Undefined where it does not end. */
function endOfComment(text: string, at: number): number | undefined {
  COMMENT_MARK.lastIndex = at;
  for (let depth = 0; ;) {
    const mark = COMMENT_MARK.exec(text);
    if (mark === null) return undefined;
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return COMMENT_MARK.lastIndex;
  }
}

function dollar(text: string, start: number): SqlToken {
  const open = match(DOLLAR, text, start);
  if (open === start) return { kind: 'mark', start, end: start + 1 };
  const close = text.indexOf(text.slice(start, open), open);
  return { kind: 'quoted', start, end: close === -1 ? text.length : close + open - start };
}

/** A quote that is written twice ends one piece and begins the next. */
function endOfQuotes(text: string, start: number): number {
  const close = text.indexOf(text[start]!, start + 1);
  return close === -1 ? text.length : close + 1;
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
