import { loadModule, parseSync, SqlError, type RawStmt } from 'libpg-query';
import type { SourceText } from '../text/index.js';
import type { Problem } from './analysis.js';
import { excerpt } from '../text/index.js';

let loading: Promise<void> | undefined;

/** Loads PostgreSQL's parser; `analyze` can be called once it is there. */
export function loadParser(): Promise<void> {
  return (loading ??= loadModule());
}

/** The statements of a text, or what keeps it from being read. */
export type Parsed =
  | { readonly kind: 'parsed'; readonly statements: readonly RawStmt[] }
  | { readonly kind: 'failed'; readonly problem: Problem };

export function parse(source: SourceText): Parsed {
  const { text } = source;
  const nul = text.indexOf('\0');
  // For the parser, which is written in C, the text would end there.
  if (nul !== -1) return failed('The text has a NUL character.', nul, '', source);
  try {
    return { kind: 'parsed', statements: parseSync(text).stmts ?? [] };
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    const { message, sqlDetails } = error;
    const position = sqlDetails?.cursorPosition ?? -1;
    if (/memory exhausted|stack depth/i.test(message)) return tooDeep(message);
    const near = /^[^"]*at or near "([^]*)"$/.exec(message)?.[1] ?? '';
    const offset = position < 0 ? undefined : source.offsetOfCharacter(position);
    // What is near an unterminated string is all the rest of the text.
    const said = message.replace(near, () => shortened(near));
    return failed(sentence(said), offset, shortened(near), source);
  }
}

const LONGEST = 60;

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * LONGEST));
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text;
}

function failed(
  message: string,
  offset: number | undefined,
  name: string,
  source: SourceText,
): Parsed {
  const place = offset === undefined ? undefined : source.placeAt(offset);
  return {
    kind: 'failed',
    problem: {
      code: 'syntax',
      severity: 'error',
      target: 'sql',
      name,
      message,
      ...(place && { place, excerpt: excerpt(source.text, place) }),
    },
  };
}

function tooDeep(message: string): Parsed {
  const problem = {
    code: 'too_deep',
    severity: 'error',
    target: 'sql',
    name: '',
    message: `The text is nested too deeply for the parser: ${message}.`,
  } as const;
  return { kind: 'failed', problem };
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
