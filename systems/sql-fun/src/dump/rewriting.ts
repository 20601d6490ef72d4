import { nextToken, SourceText, type Span, type SqlToken } from '../text/index.js';

/** A stretch of a statement, and what is written in its place. */
export interface Edit extends Span {
  readonly to: string;
}

/** A part that a statement can do without, where PostgreSQL refuses it. */
export interface Piece extends Edit {
  /** Such as `The default`, and the column that it belongs to. */
  readonly what: string;
  readonly column?: string;
  /** The list of which the piece is an element: a comma goes with it. */
  readonly list?: readonly Span[];
  /** PostgreSQL accepts it elsewhere: it depends on how a server was built, not on the dump. */
  readonly ofServer?: boolean;
}

/** A statement after its edits. */
export class Rewritten {
  readonly sql: string;
  readonly #edits: readonly Edit[];

  constructor(text: string, edits: readonly Edit[], removed: readonly Piece[] = []) {
    const all = [...removed.map((piece) => withComma(piece, removed)), ...edits];
    const kept: Edit[] = [];
    for (const edit of all.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
      const last = kept.at(-1);
      const isTaken = last?.start === edit.start && last.end === edit.end;
      if (!isTaken && edit.start >= (last?.end ?? 0)) kept.push(edit);
    }
    this.#edits = kept;
    let [at, sql] = [0, ''];
    for (const { start, end, to } of this.#edits) {
      sql += text.slice(at, start) + to;
      at = end;
    }
    this.sql = sql + text.slice(at);
  }

  /** The offset in the text before the edits of a character of the result, as PostgreSQL counts it from 1. */
  origin(position: number): number {
    let offset = new SourceText(this.sql).offsetOfCharacter(position - 1);
    for (const { start, end, to } of this.#edits) {
      if (offset < start) break;
      if (offset < start + to.length) return start;
      offset += end - start - to.length;
    }
    return offset;
  }
}

/** An element goes with the comma before it, or after it where no element before it stays. */
function withComma(piece: Piece, removed: readonly Piece[]): Edit {
  const { list, start, end, to } = piece;
  if (list === undefined) return piece;
  const index = list.findIndex((one) => one.start === start);
  const isRemoved = (one: Span) =>
    removed.some((other) => other.list === list && other.start === one.start);
  if (list.slice(0, index).some((one) => !isRemoved(one))) {
    return { start: list[index - 1]!.end, end, to };
  }
  return { start, end: list[index + 1]?.start ?? end, to };
}

export const isWord = (token: SqlToken, text: string, ...words: readonly string[]) =>
  token.kind === 'word' && words.includes(text.slice(token.start, token.end).toLowerCase());

/** The tokens outside of parentheses and brackets, which come as one token each, up to the end or a closing one. */
export function* outerTokens(text: string, from: number): Generator<SqlToken> {
  let depth = 0;
  let opened = 0;
  for (
    let token = nextToken(text, from);
    token.kind !== 'end';
    token = nextToken(text, token.end)
  ) {
    const mark = token.kind === 'mark' ? text[token.start]! : '';
    if (mark === '(' || mark === '[') {
      if (depth++ === 0) opened = token.start;
    } else if (mark === ')' || mark === ']') {
      if (--depth < 0) return;
      if (depth === 0) yield { kind: 'mark', start: opened, end: token.end };
    } else if (depth === 0) yield token;
  }
}

/** The parts between commas, from a place to a closing parenthesis, to one of these words or to the end. */
export function partsFrom(text: string, from: number, ...until: readonly string[]): Span[] {
  const parts: Span[] = [];
  let open: Span | undefined;
  for (const token of outerTokens(text, from)) {
    if (isWord(token, text, ...until)) break;
    if (text[token.start] === ',' && token.kind === 'mark') {
      if (open !== undefined) parts.push(open);
      open = undefined;
    } else open = { start: open?.start ?? token.start, end: token.end };
  }
  return open === undefined ? parts : [...parts, open];
}

/** The clauses after a place that begin with one of these words. */
export function clausesFrom(
  text: string,
  from: number,
  words: readonly string[],
): (Span & { readonly word: string })[] {
  const clauses: { start: number; end: number; word: string }[] = [];
  for (const token of outerTokens(text, from)) {
    const last = clauses.at(-1);
    if (isWord(token, text, ...words)) {
      const word = text.slice(token.start, token.end).toLowerCase();
      clauses.push({ start: token.start, end: token.end, word });
    } else if (last !== undefined) last.end = token.end;
  }
  return clauses;
}
