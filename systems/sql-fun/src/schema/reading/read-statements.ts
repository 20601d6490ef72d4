import { parseSync, SqlError, type Node, type ParseResult } from 'libpg-query';
import { SourceText, splitStatements, type StatementSpan } from '../../text/index.js';
import { StatementSource } from './statement-source.js';

/** A statement of the dump. */
export interface Statement {
  readonly node: Node;
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  readonly source: StatementSource;
}

/** What the parser does not accept. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  /** Where in the text, in UTF-16 units. */
  readonly offset: number;

  constructor(message: string, offset: number, options: ErrorOptions) {
    super(message, options);
    this.offset = offset;
  }
}

// Parsing many statements at once is faster than one by one, and all at once takes memory in proportion to the file.
const CHUNK = 128 * 1024;

/** The statements of a text, parsed chunk by chunk; `onChunk` is told how far it has come. */
export function* readStatements(
  text: string,
  file: SourceText,
  onChunk: (offset: number) => void,
): Generator<Statement> {
  for (const spans of chunksOf(splitStatements(text))) {
    const start = spans[0]!.start;
    const end = spans.at(-1)!.end;
    const chunk = new SourceText(withoutHoles(text, spans));
    for (const { stmt, stmt_location = 0, stmt_len } of parse(chunk, start).stmts ?? []) {
      if (stmt === undefined) continue;
      const from = chunk.offset(stmt_location);
      const to =
        stmt_len === undefined ? chunk.text.length : chunk.offset(stmt_location + stmt_len);
      const line = file.lineAt(start + from);
      yield { node: stmt, line, source: new StatementSource(chunk, from, to) };
    }
    onChunk(end);
  }
}

function* chunksOf(statements: readonly StatementSpan[]): Generator<readonly StatementSpan[]> {
  let chunk: StatementSpan[] = [];
  for (const statement of statements) {
    const first = chunk[0];
    if (first !== undefined && (statement.apart || statement.end - first.start > CHUNK)) {
      yield chunk;
      chunk = [];
    }
    chunk.push(statement);
  }
  if (chunk.length > 0) yield chunk;
}

/** The text of some statements, with blanks in place of the commands of psql, so that every place stays what it is. */
function withoutHoles(text: string, spans: readonly StatementSpan[]): string {
  let [at, joined] = [spans[0]!.start, ''];
  for (const hole of spans.flatMap((span) => span.holes)) {
    joined += text.slice(at, hole.start) + ' '.repeat(hole.end - hole.start);
    at = hole.end;
  }
  return joined + text.slice(at, spans.at(-1)!.end);
}

function parse(chunk: SourceText, start: number): ParseResult {
  try {
    return parseSync(chunk.text);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    const character = error.sqlDetails?.cursorPosition ?? 0;
    const offset = start + chunk.offsetOfCharacter(character);
    throw new SyntaxProblem(error.message, offset, { cause: error });
  }
}
