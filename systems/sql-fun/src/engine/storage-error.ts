import { statfs } from 'node:fs/promises';

/** The disk failed, not a statement. What PostgreSQL says after it cannot be trusted. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  /** As Node calls it: `ENOSPC`. */
  readonly code: string;
  /** The data folder. */
  readonly path: string;

  constructor(code: string, path: string, cause: unknown) {
    super(`${code}: PostgreSQL could not use ${path}`, { cause });
    this.code = code;
    this.path = path;
  }
}

/** SQLSTATEs about the disk. */
const OF_DISK: Readonly<Record<string, string>> = {
  '53100': 'ENOSPC',
  '58030': 'EIO',
  '58P01': 'ENOENT',
};

/** Codes of Node such as EPERM have no digit. */
export const isSqlState = (code: unknown): code is string =>
  typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** Error numbers of WASI, which PGlite throws where it has no SQLSTATE yet. */
const OF_WASI: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  33: 'EMFILE',
  44: 'ENOENT',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
};

/** PostgreSQL needs 16 MB for a new segment of its log, and gives them back where it cannot have all. */
const NEEDED = 32 * 1024 * 1024;

/** A StorageError where the disk is the reason; otherwise what was thrown. */
export async function toStorageError(thrown: unknown, folder: string): Promise<unknown> {
  const { code, errno } = thrown as { readonly code?: unknown; readonly errno?: unknown };
  if (isSqlState(code)) {
    const known = OF_DISK[code];
    return known === undefined ? thrown : new StorageError(known, folder, thrown);
  }
  const known = typeof errno === 'number' ? OF_WASI[errno] : undefined;
  if (known !== undefined) return new StorageError(known, folder, thrown);
  // On a full disk PGlite also fails without a reason.
  const free = await freeBytes(folder);
  return free < NEEDED ? new StorageError('ENOSPC', folder, thrown) : thrown;
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Infinity; // then the disk is not known to be the reason
  }
}
