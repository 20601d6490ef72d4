import { nextToken, ReplacedText, splitStatements, type Span } from '../text/index.js';
import type { ParameterStyle } from './check-io.js';
import { findParameters, type Substitute } from './parameters.js';

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

/** A command of psql, such as `\i file`. */
interface PsqlCommand {
  readonly name: string;
  readonly words: readonly string[];
  readonly offset: number;
}

export interface Script {
  readonly units: readonly Unit[];
  /** Templates that are only a part of a statement. */
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
