import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { statSync, type BigIntStats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { loadModule, parseSync, SqlError, type Node } from 'libpg-query';
import { SourceText } from '../text/source-text.js';
import { splitStatements, statementText, type StatementSpan } from '../text/split-statements.js';
import { only } from './definition.js';
import { hasExtension, isLanguage, type DumpFacts } from './loaded-dump.js';

/** A statement of a dump. The locations of its node are bytes of its own text. */
export interface DumpStatement {
  readonly line: number;
  readonly text: string;
  readonly node: Node;
}

export interface ReadDump extends DumpFacts {
  readonly statements: readonly DumpStatement[];
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
  const text = statementText(file.text, span);
  for (const { stmt, stmt_location = 0, stmt_len } of parse(text, span.start, file).stmts ?? []) {
    if (stmt === undefined) continue;
    const line = file.lineAt(span.start + stmt_location);
    // Data may be large, and is not needed.
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

function parse(text: string, start: number, file: SourceText) {
  try {
    return parseSync(text);
  } catch (error) {
    if (isOverflow(error)) {
      throw new DumpSyntaxError('the statement is nested too deeply', file, start, {
        cause: error,
      });
    }
    if (!(error instanceof SqlError)) throw error;
    const at = new SourceText(text).offsetOfCharacter(error.sqlDetails?.cursorPosition ?? 0);
    const message = explained(error.message, file.text, start + at);
    throw new DumpSyntaxError(message, file, start + at, { cause: error });
  }
}

/** What the stacks of JavaScript and of the parser throw at a text that is too deep for them. */
export const isOverflow = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (thrown.name === 'RuntimeError' || thrown.message.startsWith('Maximum call stack'));

const PSQL_VARIABLE = /:(?:'\w+'|"\w+"|\{\?\w+\}|[A-Za-z_]\w*)/y;

/** psql replaces `:name` before the server sees it; nothing else does. */
function explained(message: string, text: string, offset: number): string {
  PSQL_VARIABLE.lastIndex = offset;
  const [variable] = PSQL_VARIABLE.exec(text) ?? [];
  if (variable === undefined || text[offset - 1] === ':') return message;
  return `${message} (${variable} is a variable of psql, which has no value here)`;
}

const MAX_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 5;

/** Reads the file of a dump, and its stamp, which changes whenever the file changes. SCHEMA_IO_FAILURE where it cannot be read, INVALID_SCHEMA_SQL where it is not UTF-8 text. */
export async function readDumpFile(
  path: string,
  { maxBytes = MAX_BYTES }: { readonly maxBytes?: number } = {},
) {
  const { bytes, stamp } = await readBytes(path, maxBytes);
  const invalid = (line: number, details: string) =>
    sqlFun.INVALID_SCHEMA_SQL({ target: 'schema_file', name: path, line }, { details });
  if (bytes.subarray(0, 5).toString('latin1') === 'PGDMP') {
    const hint = 'dump the database as plain SQL, with pg_dump -s';
    throw invalid(1, `it is an archive of pg_dump: ${hint}`);
  }
  if (!isUtf8(bytes)) {
    // The line of the first byte that is not part of a character.
    let [line, start, end] = [0, 0, 0];
    do {
      line++;
      start = end;
      end = bytes.indexOf('\n', start) + 1 || bytes.length;
    } while (isUtf8(bytes.subarray(start, end)));
    throw invalid(line, `not UTF-8 at line ${line}: dump the database with --encoding=UTF8`);
  }
  // A decoder leaves out a byte order mark.
  const text = new TextDecoder().decode(bytes);
  return { text, stamp, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The statements of a file's text; INVALID_SCHEMA_SQL where PostgreSQL's parser does not accept it. */
export async function parseDumpFile(path: string, text: string): Promise<ReadDump> {
  await loadModule();
  try {
    return readDump(text);
  } catch (error) {
    if (!(error instanceof DumpSyntaxError)) throw error;
    const { line, column, position, message, cause } = error;
    throw sqlFun.INVALID_SCHEMA_SQL(
      { target: 'schema_file', name: path, line, position },
      { details: `${message} at line ${line}, column ${column}`, cause },
    );
  }
}

/** The current stamp of a file; undefined if it does not exist. Read before every answer: the synchronous call is the fast one. */
export function stampOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && toStamp(stats);
  } catch {
    return undefined; // reading it says why
  }
}

const toStamp = ({ mtimeNs, ctimeNs, size, ino }: BigIntStats) =>
  [mtimeNs, ctimeNs, size, ino].join('-');

async function readBytes(path: string, maxBytes: number) {
  const refusal = (error_type: string, why: string) =>
    sqlFun.SCHEMA_IO_FAILURE(
      { target: 'schema_file', name: path, error_type },
      { details: `Schema file ${path} is not read: ${why}` },
    );
  let handle: FileHandle | undefined;
  try {
    // Opening a pipe would wait for a writer.
    const before = await stat(path, { bigint: true });
    if (!before.isFile() && !before.isDirectory()) throw refusal('EINVAL', 'not a file');
    handle = await open(path);
    const stats = await handle.stat({ bigint: true });
    if (stats.isFile() && stats.size > BigInt(maxBytes)) {
      const limit = `it has ${stats.size} bytes, more than the limit of ${maxBytes}`;
      throw refusal('EFBIG', limit);
    }
    // A file that is written meanwhile would give half of one version and half of another.
    for (let attempt = 1, stamp = toStamp(stats); attempt <= ATTEMPTS; attempt++) {
      const bytes = Buffer.alloc(Number((await handle.stat()).size));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      const after = toStamp(await handle.stat({ bigint: true }));
      if (after === stamp && bytesRead === bytes.length) return { bytes, stamp };
      stamp = after;
    }
    throw refusal('EAGAIN', 'it is being written');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || typeof error.code !== 'string') throw error;
    const context = { target: 'schema_file', name: path, error_type: error.code };
    throw sqlFun.SCHEMA_IO_FAILURE(context, { cause: error });
  } finally {
    await handle?.close();
  }
}
