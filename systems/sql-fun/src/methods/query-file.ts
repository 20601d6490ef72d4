import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { errorType, schemaIdOf } from '../policy/index.js';
import type { MethodContext } from './context.js';
import { MAX_SQL } from './json-schemas.js';

// In UTF-8 a character takes at most four bytes.
const MAX_BYTES = 4 * MAX_SQL;

/**
 * The text of a file with a query. MCP reads `.sql` files of the project, without its schema files; others read what they name.
 */
export async function readQueryFile(file: string, context: MethodContext): Promise<string> {
  const path = resolve(context.project, file);
  const failure = (type: string, details: string, cause?: unknown) =>
    sqlFun.SCHEMA_IO_FAILURE(
      { target: 'query_file', name: file, error_type: type },
      { details, suggestion: 'Check params.file', ...(cause !== undefined && { cause }) },
    );
  let bytes: Buffer;
  try {
    const real = context.exposure === undefined ? path : await allowedPath(path, file, context);
    bytes = await readBytes(real);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || typeof error.code !== 'string') throw error;
    const type = errorType(error);
    throw failure(type, `${file} cannot be read (${type})`, error);
  }
  if (bytes.length > MAX_BYTES)
    throw failure('EFBIG', `${file} is too large: ${MAX_SQL} characters at most`);
  const text = decode(bytes);
  if (text === undefined) throw failure('EILSEQ', `${file} is not UTF-8`);
  if (text.includes('\0')) throw failure('EILSEQ', `${file} has a NUL character in it`);
  if (text.length > MAX_SQL)
    throw failure('EFBIG', `${file} is too large: ${MAX_SQL} characters at most`);
  return text;
}

/** The real path of a file that MCP may read; what it is called decides before it is looked for. */
async function allowedPath(path: string, file: string, context: MethodContext): Promise<string> {
  const refusal = () => sqlFun.MCP_NOT_ALLOWED({ target: 'file', name: file });
  if (!isInside(path, context.project) || !isQuery(path)) throw refusal();
  const [real, project, { schemas }] = await Promise.all([
    realpath(path),
    realpath(context.project),
    context.schemas(),
  ]);
  if (!isInside(real, project) || !isQuery(real)) throw refusal();
  const dumps = await Promise.all(schemas.map(({ file: dump }) => identityOf(dump)));
  if (dumps.includes(await identityOf(real))) throw refusal();
  return real;
}

/** What a file is, by whatever name it is reached; its path where it is not there. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true }).catch(() => ({ dev: 0n, ino: 0n }));
  return ino === 0n ? resolve(path) : `${dev}:${ino}`;
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Schema files are called `schema.<id>.sql`; other kinds of files are nobody's query. */
function isQuery(path: string): boolean {
  const name = basename(path);
  return name.endsWith('.sql') && schemaIdOf(name) === undefined;
}

async function readBytes(path: string): Promise<Buffer> {
  // Without it, opening a pipe would wait for somebody to write into it.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = await handle.stat().then((stat) => {
      if (stat.isFile()) return stat;
      throw Object.assign(new Error('not a file'), {
        code: stat.isDirectory() ? 'EISDIR' : 'EINVAL',
      });
    });
    // A file that is too large is not read further than to see that it is.
    const buffer = Buffer.alloc(Math.min(size, MAX_BYTES) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    return buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
