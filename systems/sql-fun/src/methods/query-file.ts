import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { errorType, schemaIdOf } from '../policy/config.js';
import { MAX_SQL } from './json-schemas.js';
import type { MethodContext } from './method.js';

// In UTF-8 a character takes at most four bytes.
const MAX_BYTES = 4 * MAX_SQL;

/** The text of a file with a query. MCP reads `.sql` files of the project, without its schema files; others read what they name. */
export async function readQueryFile(file: string, context: MethodContext): Promise<string> {
  const failure = (error_type: string, what: string, more: { readonly cause?: unknown } = {}) =>
    sqlFun.SCHEMA_IO_FAILURE(
      { target: 'query_file', name: file, error_type },
      { details: `${file} ${what}`, suggestion: 'Check params.file', ...more },
    );
  const tooLarge = () => failure('EFBIG', `is too large: ${MAX_SQL} characters at most`);
  let bytes: Buffer;
  try {
    const path = resolve(context.project, file);
    const real = context.exposure === undefined ? path : await allowedPath(path, file, context);
    bytes = await readBytes(real);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || typeof error.code !== 'string') throw error;
    const type = errorType(error);
    throw failure(type, `cannot be read (${type})`, { cause: error });
  }
  if (bytes.length > MAX_BYTES) throw tooLarge();
  if (!isUtf8(bytes)) throw failure('EILSEQ', 'is not UTF-8');
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\0')) throw failure('EILSEQ', 'has a NUL character in it');
  if (text.length > MAX_SQL) throw tooLarge();
  return text;
}

/** The real path of a file that MCP may read; what it is called decides before it is looked for. */
async function allowedPath(path: string, file: string, context: MethodContext): Promise<string> {
  const refusal = () => sqlFun.MCP_NOT_ALLOWED({ target: 'file', name: file });
  if (!isQueryIn(context.project, path)) throw refusal();
  const [real, project] = await Promise.all([realpath(path), realpath(context.project)]);
  if (!isQueryIn(project, real)) throw refusal();
  const { schemas } = await context.schemas();
  const dumps = await Promise.all(schemas.map(({ file: dump }) => identityOf(dump)));
  if (dumps.includes(await identityOf(real))) throw refusal();
  return real;
}

/** What a file is, by whatever name it is reached; its path where it is not there. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true }).catch(() => ({ dev: 0n, ino: 0n }));
  return ino === 0n ? resolve(path) : `${dev}:${ino}`;
}

/** Schema files are called `schema.<id>.sql`; other kinds of files are not queries. */
function isQueryIn(folder: string, path: string): boolean {
  const isInside = path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  return isInside && path.endsWith('.sql') && schemaIdOf(basename(path)) === undefined;
}

async function readBytes(path: string): Promise<Buffer> {
  // Without it, opening a pipe would wait for a writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    const code = found.isDirectory() ? 'EISDIR' : 'EINVAL';
    if (!found.isFile()) throw Object.assign(new Error('not a file'), { code });
    // A file that is too large is not read further than to see that it is.
    return await buffer(handle.createReadStream({ end: MAX_BYTES }));
  } finally {
    await handle.close();
  }
}
