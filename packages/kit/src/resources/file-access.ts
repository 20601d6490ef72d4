import { constants, realpathSync, statSync } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { invalidParams } from '../failures.js';

// Should a FIFO or a link take the file's place after it was looked at: neither wait for a writer nor follow.
const FLAGS =
  constants.O_RDONLY |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOCTTY ?? 0);

/** Opens a regular file under the root, and says where it really is. Throws what `isAbsent` knows where there is none that may be read. */
export async function openFile(root: Root, path: string) {
  const real = await realpath(path);
  assertHeld(root, real);
  // Opening a device can already do something, so it is looked at first.
  if (!(await lstat(real)).isFile()) throw absent('It is no regular file');
  const handle = await open(real, FLAGS);
  try {
    return { handle, real: await assertOpened(root, handle, path) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Throws unless what was opened is a regular file under the root: folders may have been exchanged on the way. */
export async function assertOpened(root: Root, handle: FileHandle, path: string): Promise<string> {
  if (!(await handle.stat()).isFile()) throw absent('It is no regular file');
  const real = (await pathByKernel(handle)) ?? (await pathByName(handle, path));
  assertHeld(root, real);
  return real;
}

/** The path of the opened file, from Linux; this cannot be raced. */
async function pathByKernel(handle: FileHandle): Promise<string | undefined> {
  try {
    return await readlink(`/proc/self/fd/${handle.fd}`);
  } catch {
    // Other systems, or a process that may not look at itself.
    return undefined;
  }
}

/** Where the path leads now; throws if that is another file than the opened one. */
export async function pathByName(handle: FileHandle, path: string): Promise<string> {
  const real = await realpath(path);
  const [opened, named] = await Promise.all([
    handle.stat({ bigint: true }),
    lstat(real, { bigint: true }),
  ]);
  if (opened.ino !== named.ino || opened.dev !== named.dev) {
    throw absent('The file was exchanged while it was opened');
  }
  return real;
}

/** The bytes of a file; undefined if it has more than so many. */
export async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const { size } = await handle.stat();
  if (size > maxBytes) return undefined;
  // One byte more than expected tells the end from a file that grows.
  let bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > maxBytes) return undefined;
    if (length === bytes.length) {
      bytes = Buffer.concat([bytes], Math.min(length * 2, maxBytes) + 1);
    }
  }
}

/** The folder that nothing leads out of. */
export interface Root {
  /** As it was given, absolute. */
  readonly path: string;
  /** Without symbolic links. */
  readonly real: string;
  /** Whether names that begin with a dot are there. */
  readonly hidden: boolean;
}

/** Throws if the folder does not exist: a server with a wrong root should not start. */
export function openRoot(path: string, hidden: boolean): Root {
  const absolute = resolve(path);
  if (!statSync(absolute).isDirectory()) throw new TypeError(`${absolute} is no folder`);
  return { path: absolute, real: realpathSync(absolute), hidden };
}

/** Throws unless a real path lies under the root and, where it is hidden, may be seen. */
export function assertHeld(root: Root, real: string): void {
  const base = root.real.endsWith(sep) ? root.real : root.real + sep;
  if (!`${real}${sep}`.startsWith(base)) throw absent('The path leads out of the root');
  if (!root.hidden && real.slice(base.length).split(sep).some(isHidden)) {
    throw absent('The file is hidden');
  }
}

/** Whether a name is left out unless hidden files are asked for. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/**
 * The segments of a path under a root. INVALID_PARAMS where it tries to leave it: that is said from the text alone, so the
 * answer is the same whether or not there is something at the other end.
 */
export function pathSegments(path: string): readonly string[] {
  const segments = path.split('/');
  // A slash at the end names a folder, which is a question of what there is.
  const named = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  if (named.some(isTraversal)) {
    throw invalidParams(
      'The path may not have empty segments, ".", "..", backslashes or NUL: it stays under the root',
    );
  }
  return segments;
}

/** Whether a name could lead elsewhere than into the folder that it is in. */
export function isTraversal(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..' || /[\\\0/]/.test(segment);
}

/** The path of a URI for names of folders and a file. */
export function encodePath(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/');
}

// Every path that cannot be read gives the same error, so that a caller learns nothing about the disk.
const ABSENT: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'ENXIO',
  'EPERM',
]);

/** The error for a path that there is nothing to read at; why is for the operator. */
export function absent(why: string): Error {
  return Object.assign(new Error(why), { code: 'ENOENT' });
}

/** Whether an error says that there is nothing to read at a path. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ABSENT.has(error.code);
}
