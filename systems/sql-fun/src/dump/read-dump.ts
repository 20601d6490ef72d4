import { parseSync, SqlError, type Node } from 'libpg-query';
import { SourceText, splitStatements, type StatementSpan } from '../text/index.js';
import { hasExtension, isLanguage } from './extensions.js';
import { only } from './nodes.js';

/** A statement of a dump. The locations of its node are bytes of its own text. */
export interface DumpStatement {
  /** Of the dump, from 1: where the statement begins. */
  readonly line: number;
  readonly text: string;
  readonly node: Node;
}

/** A dump that PostgreSQL's parser accepts. */
export interface ReadDump {
  readonly statements: readonly DumpStatement[];
  readonly extensions: readonly string[];
  /** Those of them that are not inside PGlite. */
  readonly unknownExtensions: readonly string[];
  /** Extension → the schema that it is created in. */
  readonly extensionSchemas: Readonly<Record<string, string>>;
  /** The major version of the server that it was dumped from, where its header says so. */
  readonly version?: number;
}

/** What the parser does not accept, in PostgreSQL's words. */
export class DumpSyntaxError extends Error {
  override readonly name = 'DumpSyntaxError';
  /** From 1, in lines and characters. */
  readonly line: number;
  readonly column: number;
  /** In characters of the whole text, from 1, as PostgreSQL counts. */
  readonly position: number;

  constructor(message: string, file: SourceText, offset: number, options?: ErrorOptions) {
    super(message, options);
    ({ line: this.line, column: this.column } = file.placeAt(offset));
    this.position = file.charactersBefore(offset) + 1;
  }
}

/** Parses the text of a dump; `loadModule` of libpg-query comes first. Throws a DumpSyntaxError. */
export function readDump(text: string): ReadDump {
  const file = new SourceText(text);
  // The parser takes a NUL for the end of the text.
  const nul = text.indexOf('\0');
  if (nul !== -1) throw new DumpSyntaxError('NUL byte', file, nul);
  const statements = splitStatements(text).flatMap((span) => [...parsed(span, file)]);
  const extensionSchemas = Object.fromEntries(statements.flatMap(({ node }) => extensionOf(node)));
  const extensions = Object.keys(extensionSchemas);
  const version = /^-- Dumped from database version (\d+)/m.exec(text)?.[1];
  return {
    statements,
    extensions,
    unknownExtensions: extensions.filter((name) => !hasExtension(name) && !isLanguage(name)),
    extensionSchemas,
    ...(version !== undefined && { version: Number(version) }),
  };
}

function extensionOf(node: Node): [name: string, schema: string][] {
  if (!('CreateExtensionStmt' in node)) return [];
  const { extname = '', options } = node.CreateExtensionStmt;
  const schema = only('DefElem', options).find(({ defname }) => defname === 'schema')?.arg;
  return [[extname, (schema && 'String' in schema && schema.String.sval) || 'public']];
}

function* parsed(span: StatementSpan, file: SourceText): Generator<DumpStatement> {
  const text = withoutHoles(span, file.text);
  for (const { stmt, stmt_location = 0, stmt_len } of parse(text, span.start, file).stmts ?? []) {
    if (stmt === undefined) continue;
    const line = file.lineAt(span.start + stmt_location);
    // Data may be large, and nobody looks at it.
    if ('InsertStmt' in stmt) yield { line, text: '', node: { InsertStmt: {} } };
    else if (stmt_location === 0 && stmt_len === undefined) yield { line, text, node: stmt };
    // Locations count from the start of the text: what comes before is blanked.
    else {
      const bytes = Buffer.from(text);
      bytes.fill(' ', 0, stmt_location);
      const end = stmt_len === undefined ? bytes.length : stmt_location + stmt_len;
      yield { line, text: bytes.toString('utf8', 0, end), node: stmt };
    }
  }
}

/** Blanks in place of the commands of psql, so that every place stays what it is. */
function withoutHoles({ start, end, holes }: StatementSpan, text: string): string {
  let [at, joined] = [start, ''];
  for (const hole of holes) {
    joined += text.slice(at, hole.start) + ' '.repeat(hole.end - hole.start);
    at = hole.end;
  }
  return joined + text.slice(at, end);
}

function parse(text: string, start: number, file: SourceText) {
  try {
    return parseSync(text);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    const at = new SourceText(text).offsetOfCharacter(error.sqlDetails?.cursorPosition ?? 0);
    const message = explained(error.message, file.text, start + at);
    throw new DumpSyntaxError(message, file, start + at, { cause: error });
  }
}

const PSQL_VARIABLE = /:(?:'\w+'|"\w+"|\{\?\w+\}|[A-Za-z_]\w*)/y;

/** psql replaces `:name` before the server sees it; nothing else does. */
function explained(message: string, text: string, offset: number): string {
  PSQL_VARIABLE.lastIndex = offset;
  const [variable] = PSQL_VARIABLE.exec(text) ?? [];
  if (variable === undefined || text[offset - 1] === ':') return message;
  return `${message} (${variable} is a variable of psql, which has no value here)`;
}
