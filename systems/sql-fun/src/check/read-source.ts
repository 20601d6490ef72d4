import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CheckIo } from './check-io.js';
import { STDIN } from './find-files.js';

export const MAX_BYTES = 10 * 1024 * 1024;

/** A file of queries, or why it cannot be read. */
export type Source =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly unreadable: string };

/** Reads a file, or standard input. */
export async function readSource(
  path: string,
  io: Pick<CheckIo, 'folder' | 'readStdin'>,
): Promise<Source> {
  const file = path === STDIN ? '<stdin>' : path;
  try {
    const bytes =
      path === STDIN ? await io.readStdin() : await readBounded(resolve(io.folder, path));
    if (bytes.length > MAX_BYTES) throw new Unreadable('it is larger than 10 MB');
    return { file, text: decode(bytes) };
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    if (error instanceof Unreadable) return { file, unreadable: error.message };
    const { code, message } = error as NodeJS.ErrnoException;
    return { file, unreadable: code === undefined ? message : (WHY[code] ?? code) };
  }
}

class Unreadable extends Error {}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

async function readBounded(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new Unreadable('it is larger than 10 MB');
  return readFile(path);
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable('it is not UTF-8');
  }
  if (text.includes('\0')) throw new Unreadable('it is not a text file');
  return text;
}
