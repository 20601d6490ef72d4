import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { statSync, type BigIntStats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { loadModule } from 'libpg-query';
import { DumpSyntaxError, readDump, type ReadDump } from './read-dump.js';

/** A dump as its file has it. */
export interface DumpFile {
  readonly text: string;
  /** Of its bytes, in hex. */
  readonly sha256: string;
  /** Changes whenever the file changes. */
  readonly stamp: string;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Reads the file of a dump: SCHEMA_IO_FAILURE where it cannot be read, INVALID_SCHEMA_SQL where it is not UTF-8 text. */
export async function readDumpFile(
  path: string,
  { maxBytes = MAX_BYTES }: { readonly maxBytes?: number } = {},
): Promise<DumpFile> {
  const { bytes, stamp } = await readBytes(path, maxBytes);
  const text = decode(path, bytes);
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

/** The stamp of a file as it is now. Asked before every answer: the synchronous call is the fast one. */
export async function stampOf(path: string): Promise<string> {
  try {
    return toStamp(statSync(path, { bigint: true }));
  } catch (error) {
    throw ioFailure(path, error);
  }
}

const toStamp = ({ mtimeNs, ctimeNs, size, ino }: BigIntStats) =>
  [mtimeNs, ctimeNs, size, ino].join('-');

async function readBytes(path: string, maxBytes: number) {
  let handle: FileHandle | undefined;
  try {
    // Opening a pipe would wait for a writer.
    const before = await stat(path, { bigint: true });
    if (!before.isFile() && !before.isDirectory()) throw refusal(path, 'EINVAL', 'not a file');
    handle = await open(path);
    const stats = await handle.stat({ bigint: true });
    if (stats.isFile() && stats.size > BigInt(maxBytes)) {
      const limit = `it has ${stats.size} bytes, more than the limit of ${maxBytes}`;
      throw refusal(path, 'EFBIG', limit);
    }
    return await readWhole(path, handle, toStamp(stats));
  } catch (error) {
    throw ioFailure(path, error);
  } finally {
    await handle?.close();
  }
}

const ATTEMPTS = 5;

/** A file that is written meanwhile would give half of one version and half of another. */
async function readWhole(path: string, handle: FileHandle, before: string) {
  for (let attempt = 1, stamp = before; attempt <= ATTEMPTS; attempt++) {
    const bytes = Buffer.alloc(Number((await handle.stat()).size));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    const after = toStamp(await handle.stat({ bigint: true }));
    if (after === stamp && bytesRead === bytes.length) return { bytes, stamp };
    stamp = after;
  }
  throw refusal(path, 'EAGAIN', 'it is being written');
}

function ioFailure(path: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (typeof code !== 'string') return cause;
  return sqlFun.SCHEMA_IO_FAILURE(
    { target: 'schema_file', name: path, error_type: code },
    { cause },
  );
}

function refusal(path: string, error_type: string, why: string) {
  return sqlFun.SCHEMA_IO_FAILURE(
    { target: 'schema_file', name: path, error_type },
    { details: `Schema file ${path} is not read: ${why}` },
  );
}

function decode(path: string, bytes: Buffer): string {
  if (bytes.subarray(0, 5).toString('latin1') === 'PGDMP') {
    throw sqlFun.INVALID_SCHEMA_SQL(
      { target: 'schema_file', name: path, line: 1 },
      { details: 'it is an archive of pg_dump: dump the database as plain SQL, with pg_dump -s' },
    );
  }
  if (!isUtf8(bytes)) throw notUtf8(path, bytes);
  const text = bytes.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Says which line has the first byte that is not part of a character. */
function notUtf8(path: string, bytes: Buffer) {
  let [line, start] = [1, 0];
  let end = endOfLine(bytes, start);
  while (isUtf8(bytes.subarray(start, end))) {
    start = end;
    end = endOfLine(bytes, start);
    line++;
  }
  return sqlFun.INVALID_SCHEMA_SQL(
    { target: 'schema_file', name: path, line },
    { details: `not UTF-8 at line ${line}: dump the database with --encoding=UTF8` },
  );
}

function endOfLine(bytes: Buffer, start: number): number {
  const at = bytes.indexOf(0x0a, start);
  return at === -1 ? bytes.length : at + 1;
}
