import { nextToken, ReplacedText, type Replacement } from '../text/index.js';
import type { Span, SqlToken } from '../text/index.js';

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

export const instead = (text: string, to: string): Edit => ({ start: 0, end: text.length, to });

export function rewrite(text: string, edits: readonly Edit[], removed: readonly Piece[] = []) {
  const all = [...removed.map((piece) => withComma(piece, removed)), ...edits];
  const kept: Replacement[] = [];
  for (const { start, end, to } of all.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    const isTaken = last?.start === start && last.end === end;
    if (!isTaken && start >= (last?.end ?? 0)) kept.push({ start, end, text: to });
  }
  return new ReplacedText(text, kept);
}

/** An element goes with the comma before it, or after it where no element before it stays. */
function withComma(piece: Piece, removed: readonly Piece[]): Edit {
  const { list, start, end, to } = piece;
  if (list === undefined) return piece;
  const index = list.findIndex((one) => one.start === start);
  const isRemoved = (one: Span) =>
    removed.some((other) => other.list === list && other.start === one.start);
  return list.slice(0, index).every(isRemoved)
    ? { start, end: list[index + 1]?.start ?? end, to }
    : { start: list[index - 1]!.end, end, to };
}

export const isWord = (token: SqlToken | undefined, text: string, ...words: readonly string[]) =>
  token?.kind === 'word' && words.includes(text.slice(token.start, token.end).toLowerCase());

export function* tokensFrom(text: string, from: number): Generator<SqlToken> {
  let token = nextToken(text, from);
  for (; token.kind !== 'end'; token = nextToken(text, token.end)) yield token;
}

/** Behind `a.b.c`. */
export function endOfName(text: string, start: number): number {
  let { end } = nextToken(text, start);
  for (let dot = nextToken(text, end); text[dot.start] === '.'; dot = nextToken(text, end)) {
    ({ end } = nextToken(text, dot.end));
  }
  return end;
}

/** The tokens outside of parentheses and brackets, which come as one token each, up to the end or a closing one. */
export function* outerTokens(text: string, from: number): Generator<SqlToken> {
  let [depth, opened] = [0, 0];
  for (const token of tokensFrom(text, from)) {
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
export function clausesFrom(text: string, from: number, words: readonly string[]) {
  const clauses: { start: number; end: number; word: string }[] = [];
  for (const token of outerTokens(text, from)) {
    const { start, end } = token;
    if (isWord(token, text, ...words)) {
      clauses.push({ start, end, word: text.slice(start, end).toLowerCase() });
    } else if (clauses.length > 0) clauses.at(-1)!.end = end;
  }
  return clauses;
}
