import { nextToken, type SourceText, type Span, type SqlToken } from '../../text/index.js';

/** How a statement is written: the parser says where expressions begin, and nothing of where they end. */
export class StatementSource {
  readonly #chunk: SourceText;
  readonly #start: number;
  readonly #end: number;

  constructor(chunk: SourceText, start: number, end: number) {
    this.#chunk = chunk;
    this.#start = start;
    this.#end = end;
  }

  /** What follows the word at a location, up to the next comma or to `before`: of `DEFAULT 1 NOT NULL`, `1`. */
  after(location: number, before: number | undefined): string {
    const limit = before === undefined ? this.#end : this.#chunk.offset(before);
    const word = nextToken(this.#chunk.text, this.#chunk.offset(location));
    const [first] = this.#pieces(word.end, limit);
    return first ?? '';
  }

  /** What is in the first parentheses after a location. */
  inParentheses(location: number): string {
    return this.listAfter(location).join(', ');
  }

  /** The parts, between commas, of the first parentheses after a location. */
  listAfter(location: number): readonly string[] {
    const { text } = this.#chunk;
    let token = nextToken(text, this.#chunk.offset(location));
    while (token.start < this.#end && !isMark(token, text, '(')) token = nextToken(text, token.end);
    return token.start < this.#end ? this.#pieces(token.end, this.#end) : [];
  }

  /** The parts of the whole statement between its commas: the actions of an ALTER TABLE. */
  get parts(): readonly string[] {
    return this.#pieces(this.#start, this.#end);
  }

  #pieces(from: number, limit: number): string[] {
    const { text } = this.#chunk;
    const pieces: string[] = [];
    let depth = 0;
    let piece: Span | undefined;
    for (
      let token = nextToken(text, from);
      token.start < limit;
      token = nextToken(text, token.end)
    ) {
      const mark = token.kind === 'mark' ? text[token.start]! : '';
      if (mark === ')' || mark === ']') depth--;
      if (depth < 0) break;
      if (mark === '(' || mark === '[') depth++;
      if (mark === ',' && depth === 0) {
        pieces.push(written(text, piece));
        piece = undefined;
      } else {
        piece = { start: piece?.start ?? token.start, end: token.end };
      }
    }
    return piece === undefined ? pieces : [...pieces, written(text, piece)];
  }
}

const isMark = (token: SqlToken, text: string, mark: string) =>
  token.kind === 'mark' && text[token.start] === mark;

/** A copy: a part of a string would keep all of it in memory. */
function written(text: string, span: Span | undefined): string {
  return span === undefined ? '' : Buffer.from(text.slice(span.start, span.end)).toString();
}
