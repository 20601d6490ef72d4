import { sqlFun } from '@errata/catalogs/sql-fun';
import { SourceText } from '../text/index.js';
import { Draft } from './draft/draft.js';
import { finish } from './finish/finish.js';
import { readStatements, SyntaxProblem } from './reading/read-statements.js';
import type { Schema } from './schema.js';
import { applyStatement } from './statements/index.js';

/** How far the reading has come. */
export interface ReadProgress {
  /** In characters. */
  readonly read: number;
  readonly total: number;
  readonly statements: number;
}

export interface ReadOptions {
  /** What the text is called in errors: the path of its file. */
  readonly name?: string;
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Looked at between chunks; an abort is thrown as its reason. */
  readonly signal?: AbortSignal;
}

/**
 * The schema that a script creates, such as `pg_dump -s` writes. The parser has to be loaded. A text that it does not accept is
 * an INVALID_SCHEMA_SQL; what the text has wrong otherwise is among the `problems` of the schema.
 */
export function readSchema(text: string, options: ReadOptions = {}): Schema {
  const { name = 'schema', onProgress, signal } = options;
  const file = new SourceText(text);
  // The parser takes a NUL for the end of the text.
  const nul = text.indexOf('\0');
  if (nul !== -1) throw invalidSql(name, file, nul, 'NUL byte');
  const draft = new Draft();
  let statements = 0;
  const onChunk = (read: number) => {
    onProgress?.({ read, total: text.length, statements });
    signal?.throwIfAborted();
  };
  try {
    for (const { node, line, source } of readStatements(text, file, onChunk)) {
      statements++;
      draft.line = line;
      applyStatement(node, draft, source);
    }
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    throw invalidSql(name, file, error.offset, explained(error, text), error.cause);
  }
  return finish(draft, statements);
}

const PSQL_VARIABLE = /:(?:'\w+'|"\w+"|\{\?\w+\}|[A-Za-z_]\w*)/y;

/** psql replaces `:name` before the server sees it; nothing else does. */
function explained({ message, offset }: SyntaxProblem, text: string): string {
  PSQL_VARIABLE.lastIndex = offset;
  const [variable] = PSQL_VARIABLE.exec(text) ?? [];
  if (variable === undefined || text[offset - 1] === ':') return message;
  return `${message} (${variable} is a variable of psql, which has no value here)`;
}

function invalidSql(
  name: string,
  file: SourceText,
  offset: number,
  message: string,
  cause?: unknown,
) {
  const { line, column } = file.placeAt(offset);
  // As PostgreSQL counts: characters from 1.
  const position = file.charactersBefore(offset) + 1;
  return sqlFun.INVALID_SCHEMA_SQL(
    { target: 'schema_file', name, line, position },
    { details: `${message} at line ${line}, column ${column}`, cause },
  );
}
