import { nextToken, splitStatements, type Span, type StatementSpan } from '../text/index.js';
import type { ParameterStyle } from './options.js';
import { findParameters, type NamedParameter } from './parameters.js';
import { ReplacedText, type Replacement } from './replaced-text.js';

/** One statement of a source. */
export interface SourceStatement {
  /** Where it begins in the source. */
  readonly start: number;
  /** From a header such as `-- name: GetUser :one`. */
  readonly name?: string;
  readonly parameters: readonly NamedParameter[];
}

/** SQL that is checked in one go, and its way back to the source. */
export interface Unit {
  readonly replaced: ReplacedText;
  readonly statements: readonly SourceStatement[];
}

export interface Include {
  readonly path: string;
  /** Relative to the file that names it, not to the current folder. */
  readonly relative: boolean;
  readonly offset: number;
}

export interface SkippedCommand {
  /** Such as `\copy`. */
  readonly command: string;
  readonly offset: number;
}

export interface Script {
  readonly unit: Unit;
  readonly includes: readonly Include[];
  /** The first one of each kind. */
  readonly skipped: readonly SkippedCommand[];
}

const HEADER = /(?:--|\/\*)[ \t]*(?:name:|@name)[ \t]*([\w$.-]+)/g;

/** Reads a script as psql does: statements, `\set` variables, includes; other commands of psql are skipped. */
export function readScript(text: string, style: ParameterStyle): Script {
  const commands = new Commands(text);
  const replacements: Replacement[] = [];
  const statements: SourceStatement[] = [];
  let before: StatementSpan | undefined;
  const spans = splitStatements(text);
  for (const span of spans) {
    const gap = { start: before?.end ?? 0, end: span.start };
    if (span.apart) {
      const data = dataLength(text, before, gap);
      commands.read({ ...gap, start: gap.start + data });
      // After `COPY … FROM stdin`, the end of the data has to stay.
      const end = data > 0 ? ';\n\\.\n' : ';\n';
      replacements.push({ ...gap, text: before === undefined ? '' : end });
    }
    const { variables } = commands;
    const found = findParameters(text, span, style, variables);
    const holes = span.holes.map((hole) => ({ ...hole, text: ' ' }));
    replacements.push(...[...found.replacements, ...holes].sort((a, b) => a.start - b.start));
    for (const hole of span.holes) commands.read(hole);
    const name = headerIn(text.slice(gap.start, gap.end));
    const { parameters } = found;
    statements.push({ start: span.start, parameters, ...(name !== undefined && { name }) });
    before = span;
  }
  const end = before?.end ?? 0;
  commands.read({
    start: end + dataLength(text, before, { start: end, end: text.length }),
    end: text.length,
  });
  const replaced = new ReplacedText(text, 0, end, replacements);
  return {
    unit: { replaced, statements },
    includes: commands.includes,
    skipped: [...commands.skipped.values()],
  };
}

function headerIn(gap: string): string | undefined {
  return [...gap.matchAll(HEADER)].at(-1)?.[1];
}

/** How much of a gap is the data of `COPY … FROM stdin`. */
function dataLength(text: string, before: StatementSpan | undefined, gap: Span): number {
  if (before === undefined) return 0;
  if (!/^copy\b[^;]*\bfrom\s+stdin\b/i.test(text.slice(before.start, before.end))) return 0;
  const end = /^\\\.\r?$/m.exec(text.slice(gap.start, gap.end));
  return end === null ? gap.end - gap.start : end.index + end[0].length;
}

/** Commands that change nothing about the SQL around them. */
const SILENT = new Set(
  'echo qecho warn timing pset x a t r g gx gset gdesc restrict unrestrict encoding prompt unset'.split(
    ' ',
  ),
);

class Commands {
  readonly variables = new Map<string, string>();
  readonly includes: Include[] = [];
  readonly skipped = new Map<string, SkippedCommand>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads the commands of a stretch. */
  read({ start, end }: Span): void {
    for (let at = start; at < end;) {
      const token = nextToken(this.#text, at);
      if (token.start >= end) return;
      if (token.kind === 'command') this.#command(token);
      at = token.end;
    }
  }

  #command({ start, end }: Span): void {
    const line = this.#text.slice(start, end).trimEnd();
    const [command = '', ...words] = wordsOf(line);
    const name = command.slice(1);
    if (name === 'set') this.#set(words);
    else if (/^(?:i|ir|include|include_relative)$/.test(name) && words[0] !== undefined) {
      this.includes.push({
        path: words[0],
        relative: name !== 'i' && name !== 'include',
        offset: start,
      });
    } else if (!SILENT.has(name) && !this.skipped.has(command)) {
      this.skipped.set(command, { command, offset: start });
    }
  }

  /** psql joins all values after the name. */
  #set([name, ...values]: readonly string[]): void {
    if (name !== undefined)
      this.variables.set(name, values.map((one) => this.#value(one)).join(''));
  }

  /** The value of a variable may name another one. */
  #value(word: string): string {
    const found = /^:(\w+)$/.exec(word);
    return found === null ? word : (this.variables.get(found[1]!) ?? word);
  }
}

/** The words of a command; quotes keep blanks, and `''` within quotes is one quote. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let last = ' ';
  for (const [piece] of line.matchAll(/'[^']*'|"[^"]*"|[^\s'"]+|\s+|['"]/g)) {
    const first = piece[0]!;
    if (piece.trim() !== '') {
      if (last === ' ') words.push('');
      const quoted = piece.length > 1 && (first === "'" || first === '"');
      const plain = quoted ? piece.slice(1, -1) : piece;
      words[words.length - 1] += first === "'" && last === "'" ? `'${plain}` : plain;
    }
    last = piece.trim() === '' ? ' ' : first;
  }
  return words;
}
