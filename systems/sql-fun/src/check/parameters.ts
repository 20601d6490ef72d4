import { nextToken, type Span, type SqlToken } from '../text/index.js';
import type { ParameterStyle } from './options.js';
import type { Replacement } from './replaced-text.js';

/** A parameter of one statement, numbered as PostgreSQL knows it. */
export interface NamedParameter {
  readonly number: number;
  readonly name: string;
}

export interface FoundParameters {
  readonly replacements: readonly Replacement[];
  readonly parameters: readonly NamedParameter[];
}

/** What stands at a token: a parameter (by name, or without one), or a text that is put in its place. */
type Match = Span & ({ readonly name: string | undefined } | { readonly text: string });

/** How a place of a statement is read: the tokens before and at it. */
interface Here {
  readonly text: string;
  readonly end: number;
  readonly token: SqlToken;
  readonly before: SqlToken | undefined;
  /** Inside of `[…]`, where `:` also separates the bounds of a slice. */
  readonly inBrackets: boolean;
  readonly variables: ReadonlyMap<string, string>;
}

const FINDERS: Readonly<
  Record<Exclude<ParameterStyle, 'auto' | 'dollar'>, (here: Here) => Match | undefined>
> = { colon, at, question, braces };

/**
 * The parameters of a statement. Where a parameter and an operator are written alike (`?`, `@`, `:`), the tokens around it decide.
 * The same name is the same `$n`; numbers follow those that the statement has already.
 */
export function findParameters(
  text: string,
  span: Span,
  style: ParameterStyle,
  variables: ReadonlyMap<string, string>,
): FoundParameters {
  const finders = Object.entries(FINDERS).flatMap(([name, find]) =>
    style === 'auto' || style === name ? [find] : [],
  );
  const { end } = span;
  const matches: Match[] = [];
  let [highest, brackets] = [0, 0];
  let before: SqlToken | undefined;
  for (let from = span.start; from < end;) {
    const token = nextToken(text, from);
    if (token.start >= end) break;
    const mark = text[token.start];
    if (mark === '$') highest = Math.max(highest, numberAt(text, token.start));
    brackets += mark === '[' ? 1 : mark === ']' ? -1 : 0;
    const here = { text, end, token, before, inBrackets: brackets > 0, variables };
    const found = token.kind === 'command' ? undefined : firstOf(finders, here);
    if (found !== undefined) matches.push(found);
    from = found?.end ?? token.end;
    // A parameter is an operand, as a number is.
    before = found === undefined ? token : { kind: 'number', start: found.start, end: found.end };
  }
  return numbered(matches, highest);
}

function firstOf(finders: readonly ((here: Here) => Match | undefined)[], here: Here) {
  for (const find of finders) {
    const found = find(here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function numbered(matches: readonly Match[], highest: number): FoundParameters {
  const numbers = new Map<string, number>();
  const parameters: NamedParameter[] = [];
  let next = highest;
  const replacements = matches.map((match): Replacement => {
    const { start, end } = match;
    if ('text' in match) return { start, end, text: match.text };
    const { name } = match;
    let number = name === undefined ? undefined : numbers.get(name);
    if (number === undefined) {
      number = ++next;
      if (name !== undefined) {
        numbers.set(name, number);
        parameters.push({ number, name });
      }
    }
    return { start, end, text: `$${number}`, parameter: true };
  });
  return { replacements, parameters };
}

function numberAt(text: string, dollar: number): number {
  return Number(/^\$([0-9]{1,5})/.exec(text.slice(dollar, dollar + 6))?.[1] ?? 0);
}

/** `:name`, `:'name'` and `:"name"`, but not `::type`, `:=` or the `:` of a slice. */
function colon({ text, end, token, before, inBrackets, variables }: Here): Match | undefined {
  const { start } = token;
  if (text[start] !== ':' || text[start - 1] === ':') return undefined;
  const next = nextToken(text, start + 1);
  if (next.start !== start + 1 || next.end > end) return undefined;
  if (inBrackets && isOperand(text, before)) return undefined;
  if (next.kind === 'word')
    return colonMatch(text.slice(next.start, next.end), '', next, variables);
  const quote = text[next.start]!;
  if (next.kind !== 'quoted' || (quote !== "'" && quote !== '"')) return undefined;
  return colonMatch(text.slice(next.start + 1, next.end - 1), quote, next, variables);
}

function colonMatch(
  name: string,
  quote: string,
  next: SqlToken,
  variables: ReadonlyMap<string, string>,
): Match {
  const span = { start: next.start - 1, end: next.end };
  const value = variables.get(name);
  if (value === undefined) return { ...span, name };
  if (quote === '') return { ...span, text: value };
  return { ...span, text: quote + value.replaceAll(quote, quote + quote) + quote };
}

/** `@name` and the functions of sqlc, but not `<@`, `@@` or `@>`. */
function at({ text, end, token }: Here): Match | undefined {
  const { start } = token;
  if (token.kind === 'word') return sqlcCall(text, token, end);
  if (text[start] !== '@' || /[<@~!#%^&|?`]/.test(text[start - 1] ?? '')) return undefined;
  const word = nextToken(text, start + 1);
  if (word.kind !== 'word' || word.start !== start + 1) return undefined;
  return { start, end: word.end, name: text.slice(word.start, word.end) };
}

const SQLC = /sqlc\.(arg|narg|slice|embed)\(\s*(?:'([^'\n]+)'|([\w$.]+))\s*\)/iy;

/** `sqlc.arg(name)` and its kin; `sqlc.embed(users)` is all columns of `users`. */
function sqlcCall(text: string, { start }: SqlToken, end: number): Match | undefined {
  SQLC.lastIndex = start;
  const found = SQLC.exec(text);
  if (found === null || SQLC.lastIndex > end || text[start - 1] === '.') return undefined;
  const [whole, call, quoted, plain] = found;
  const name = quoted ?? plain!;
  const span = { start, end: start + whole.length };
  return call!.toLowerCase() === 'embed' ? { ...span, text: `${name}.*` } : { ...span, name };
}

/** `?` where an operand is expected; elsewhere it is an operator of jsonb. */
function question({ text, token: { start, end }, before }: Here): Match | undefined {
  if (text[start] !== '?' || isOperand(text, before)) return undefined;
  if (/[@?]/.test(text[start - 1] ?? '')) return undefined;
  return { start, end, name: undefined };
}

/** `{{ name }}` */
function braces({ text, token: { start }, end }: Here): Match | undefined {
  if (!text.startsWith('{{', start)) return undefined;
  const close = text.indexOf('}}', start + 2);
  if (close === -1 || close + 2 > end) return undefined;
  return { start, end: close + 2, name: text.slice(start + 2, close).trim() };
}

/** Words after which an operand follows. Any other word is an operand itself, such as a column. */
const BEFORE_OPERANDS = new Set(
  (
    'select distinct all where and or not like ilike similar to between in is from on having when then else case limit offset ' +
    'fetch first next values set by using any some returning escape interval as default union except intersect with do ' +
    'ordinality rows range groups over filter zone date time timestamp if join into update delete insert symmetric'
  ).split(' '),
);

function isOperand(text: string, token: SqlToken | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'mark') return /[)\]}]/.test(text[token.start]!);
  if (token.kind !== 'word') return token.kind !== 'command';
  return !BEFORE_OPERANDS.has(text.slice(token.start, token.end).toLowerCase());
}
