import { nextToken, type Replacement, type Span, type SqlToken } from '../text/index.js';
import type { ParameterStyle } from './check-io.js';

/** SQL that stands for a stretch of a source. */
export interface Substitute extends Replacement {
  /** It is a parameter of the source, such as `:name`. */
  readonly isParameter?: boolean;
}

/** What `\set` has set. */
type Variables = ReadonlyMap<string, string>;

interface StyleRow {
  readonly style: ParameterStyle;
  readonly pattern: RegExp;
  /** Characters before it that make it an operator. */
  readonly notAfter?: RegExp;
  /** It is an operator where an operand is before it, within at least so many brackets. */
  readonly operatorWithin?: number;
}

const NAME = /(?<name>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)/.source;

const STYLES: readonly StyleRow[] = [
  {
    style: 'colon',
    pattern: new RegExp(`:(?:${NAME}|(?<quote>['"])(?<quoted>[^'"]*)\\k<quote>)`, 'y'),
    notAfter: /:/,
    operatorWithin: 1, // `:` separates the bounds of a slice
  },
  { style: 'at', pattern: new RegExp(`@${NAME}`, 'y'), notAfter: /[<@~!#%^&|?`]/ },
  {
    style: 'at',
    pattern:
      /sqlc\.(?<call>arg|narg|slice|embed)\(\s*(?:'(?<quoted>[^'\n]+)'|(?<name>[\w$.]+))\s*\)/iy,
    notAfter: /\./,
  },
  { style: 'question', pattern: /\?/y, notAfter: /[@?]/, operatorWithin: -Infinity },
  { style: 'braces', pattern: /\{\{(?<name>[^]{0,1000}?)\}\}/y },
];

/** A `?` has no name; a text is SQL that is known already. */
type Match = Span & { readonly name?: string | undefined; readonly text?: string };

/**
 * The parameters of a statement. Where a parameter and an operator are written alike (`?`, `@`, `:`), the tokens around it decide.
 * The same name is the same `$n`; numbers follow those that the statement has already.
 */
export function findParameters(text: string, span: Span, style: ParameterStyle, known: Variables) {
  const { start, end } = span;
  const rows = STYLES.filter((row) => style === 'auto' || style === row.style);
  const matches: Match[] = [];
  let [highest, brackets] = [0, 0];
  let before: SqlToken | undefined;
  for (let at = start; at < end; at = before.end) {
    const token = nextToken(text, at);
    if (token.start >= end) break;
    const mark = text[token.start];
    if (mark === '$') {
      const [, number = 0] = /^\$([0-9]{1,5})/.exec(text.slice(token.start, token.start + 6)) ?? [];
      highest = Math.max(highest, Number(number));
    }
    brackets += mark === '[' ? 1 : mark === ']' ? -1 : 0;
    const isAfterOperand = isOperand(text, before);
    const found = rows
      .filter(({ operatorWithin = Infinity }) => !isAfterOperand || brackets < operatorWithin)
      .map((row) => matchAt(row, text, token.start, known))
      .find((match) => match !== undefined && match.end <= end);
    if (found !== undefined) matches.push(found);
    // A parameter is an operand, as a number is.
    before = found === undefined ? token : { kind: 'number', start: found.start, end: found.end };
  }
  const numbers = new Map<string, number>();
  const substitutes = matches.map(({ start, end, name, text }): Substitute => {
    if (text !== undefined) return { start, end, text };
    const number = (name === undefined ? undefined : numbers.get(name)) ?? ++highest;
    if (name !== undefined) numbers.set(name, number);
    return { start, end, text: `$${number}`, isParameter: true };
  });
  return { substitutes, names: new Map([...numbers].map(([name, number]) => [number, name])) };
}

function matchAt(row: StyleRow, text: string, start: number, known: Variables): Match | undefined {
  const { style, pattern, notAfter } = row;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null || notAfter?.test(text[start - 1] ?? '') === true) return undefined;
  const { quote = '', quoted, call, name = quoted } = match.groups ?? {};
  const span = { start, end: pattern.lastIndex };
  // All columns of a table.
  if (call?.toLowerCase() === 'embed') return { ...span, text: `${name}.*` };
  const value = style === 'colon' ? known.get(name!) : undefined;
  if (value === undefined) return { ...span, name: name?.trim() };
  return { ...span, text: quote + value.replaceAll(quote, quote + quote) + quote };
}

/** Words after which an operand follows. Any other word is an operand itself, such as a column. */
const BEFORE_OPERANDS =
  /^(?:select|distinct|all|where|and|or|not|like|ilike|similar|to|between|in|is|from|on|having|when|then|else|case|limit|offset|fetch|first|next|values|set|by|using|any|some|returning|escape|interval|as|default|union|except|intersect|with|do|ordinality|rows|range|groups|over|filter|zone|date|time|timestamp|if|join|into|update|delete|insert|symmetric)$/i;

function isOperand(text: string, token: SqlToken | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'mark') return /[)\]}]/.test(text[token.start]!);
  if (token.kind !== 'word') return token.kind !== 'command';
  return !BEFORE_OPERANDS.test(text.slice(token.start, token.end));
}
