import { ReplacedText, type Replacement, type Span } from '../text/source-text.js';
import { nextToken, splitStatements, type SqlToken } from '../text/split-statements.js';
import type { ParameterStyle } from './check-io.js';

/** SQL that is checked in one go, and its way back to the source. */
export interface Unit {
  readonly replaced: ReplacedText<Substitute>;
  /** About a statement, by where it begins in the source. */
  about(start: number): StatementFacts;
}

export interface StatementFacts {
  /** From a header such as `-- name: GetUser :one`. */
  readonly name?: string | undefined;
  /** By their `$n`. */
  readonly parameterNames: ReadonlyMap<number, string>;
}

interface PsqlCommand {
  readonly name: string;
  readonly words: readonly string[];
  readonly offset: number;
}

export interface Script {
  readonly units: readonly Unit[];
  readonly fragments: number;
  readonly includes: readonly PsqlCommand[];
  /** The first one of each kind. */
  readonly skipped: readonly PsqlCommand[];
}

const HEADER = /(?:--|\/\*)[ \t]*(?:name:|@name)[ \t]*([\w$.-]+)/g;

/** Reads a script as psql does: statements, `\set` variables, includes; other commands of psql are skipped. */
export function readScript(text: string, style: ParameterStyle): Script {
  const variables = new Map<string, string>();
  const substitutes: Substitute[] = [];
  const facts = new Map<number, StatementFacts>();
  const includes: PsqlCommand[] = [];
  const skipped = new Map<string, PsqlCommand>();
  const readCommands = ({ start, end }: Span) => {
    let token = nextToken(text, start);
    for (; token.start < end; token = nextToken(text, token.end)) {
      if (token.kind !== 'command') continue;
      const [command = '', ...words] = wordsOf(text.slice(token.start, token.end));
      const found = { name: command.slice(1), words, offset: token.start };
      if (found.name === 'set') setVariable(variables, words);
      else if (INCLUDE.test(found.name) && words.length > 0) includes.push(found);
      else if (!SILENT.test(found.name) && !skipped.has(found.name)) skipped.set(found.name, found);
    }
  };
  let end = 0;
  for (const span of splitStatements(text)) {
    readCommands({ start: end, end: span.start });
    const found = findParameters(text, span, style, variables);
    substitutes.push(...found.substitutes);
    for (const hole of span.holes) readCommands(hole);
    const name = [...text.slice(end, span.start).matchAll(HEADER)].at(-1)?.[1];
    facts.set(span.start, { name, parameterNames: found.names });
    end = span.endOfData;
  }
  readCommands({ start: end, end: text.length });
  const unit: Unit = {
    replaced: new ReplacedText(text, substitutes),
    about: (start) => facts.get(start) ?? { parameterNames: new Map() },
  };
  return { units: [unit], fragments: 0, includes, skipped: [...skipped.values()] };
}

const INCLUDE = /^(?:i|ir|include|include_relative)$/;
/** Commands that change nothing about the SQL around them. */
const SILENT =
  /^(?:q?echo|warn|timing|pset|[xatrg]|gx|gset|gdesc|(?:un)?restrict|encoding|prompt|unset)$/;

/** psql joins all values after the name; a value may name another variable. */
function setVariable(variables: Map<string, string>, [name, ...values]: readonly string[]): void {
  if (name === undefined) return;
  const valueOf = (word: string) => variables.get(/^:(\w+)$/.exec(word)?.[1] ?? '') ?? word;
  variables.set(name, values.map(valueOf).join(''));
}

/** The words of a command; quotes keep blanks, and `''` within quotes is one quote. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(
      /'((?:[^']|'')*)'|"([^"]*)"/g,
      (_, single: string | undefined, double: string) => single?.replaceAll("''", "'") ?? double,
    ),
  );
}

export interface Substitute extends Replacement {
  readonly isParameter?: boolean;
}

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

/** Where `?`, `@` or `:` may also be an operator, the tokens around it decide. The same name is the same `$n`; numbers follow those in use. */
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
