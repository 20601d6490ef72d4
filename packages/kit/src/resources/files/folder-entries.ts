import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { absent, isAbsent } from './absent.js';
import { isTraversal } from './path-segments.js';
import { assertHeld, isHidden, type Root } from './root.js';

/** A file that can be read or a folder that can be looked into. */
export interface Entry {
  readonly name: string;
  readonly folder: boolean;
  readonly size: number;
}

/** What is in a folder, given by its real path, in the order of names; each is looked at only when it is asked for. */
export async function* folderEntries(
  root: Root,
  folder: string,
  prefix = '',
): AsyncGenerator<Entry> {
  const names = await namesIn(root, folder);
  for (const name of names.sort()) {
    if (!name.startsWith(prefix) || isTraversal(name) || (isHidden(name) && !root.hidden)) continue;
    const entry = await entryOf(root, folder, name);
    if (entry) yield entry;
  }
}

async function namesIn(root: Root, folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    const real = await realpath(folder);
    // A link in its place would show the names of another folder.
    if (real !== folder) throw absent('The folder was exchanged while it was read');
    assertHeld(root, real);
    return names;
  } catch (error) {
    // It may be gone or closed to us; the rest is still worth showing.
    if (isAbsent(error)) return [];
    throw error;
  }
}

async function entryOf(root: Root, folder: string, name: string): Promise<Entry | undefined> {
  const path = join(folder, name);
  try {
    const stats = await lstat(path);
    if (stats.isDirectory() || stats.isFile()) {
      return { name, folder: stats.isDirectory(), size: stats.size };
    }
    if (!stats.isSymbolicLink()) return undefined;
    assertHeld(root, await realpath(path));
    const target = await stat(path);
    // Links to folders are left out: they may lead in circles.
    return target.isFile() ? { name, folder: false, size: target.size } : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
