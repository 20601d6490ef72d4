import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { absent } from './absent.js';
import { assertHeld, type Root } from './root.js';

// Should a FIFO or a link take the file's place after it was looked at: neither wait for a writer nor follow.
const FLAGS =
  constants.O_RDONLY |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOCTTY ?? 0);

export interface OpenedFile {
  readonly handle: FileHandle;
  /** Where it really is. */
  readonly real: string;
}

/** Opens a regular file under the root. Throws what `isAbsent` knows where there is none that may be read. */
export async function openFile(root: Root, path: string): Promise<OpenedFile> {
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

/** Where the opened file is, told by Linux; this cannot be raced. */
async function pathByKernel(handle: FileHandle): Promise<string | undefined> {
  try {
    return await readlink(`/proc/self/fd/${handle.fd}`);
  } catch {
    // Other systems, or a process that may not look at itself.
    return undefined;
  }
}

/** Where the path leads now; throws where that is another file than the opened one. */
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
