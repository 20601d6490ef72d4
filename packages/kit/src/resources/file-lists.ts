import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  absent,
  assertHeld,
  encodePath,
  isAbsent,
  isHidden,
  isTraversal,
  type Root,
} from './file-access.js';

/** A file under a root. */
export interface ListedFile {
  readonly segments: readonly string[];
  readonly size: number;
}

/** The files under a root in the order of their paths, up to so many, looking into no more folders than that. */
export async function listFiles(root: Root, limit: number): Promise<readonly ListedFile[]> {
  const files: ListedFile[] = [];
  let folders = 0;
  const walk = async (above: readonly string[]): Promise<void> => {
    if (++folders > limit) return;
    for await (const { name, folder, size } of folderEntries(root, join(root.real, ...above))) {
      if (files.length >= limit) return;
      const segments = [...above, name];
      if (folder) await walk(segments);
      else files.push({ segments, size });
    }
  };
  await walk([]);
  return files;
}

// MCP: at most 100 values in one answer.
const MAX_VALUES = 100;

/** Paths that begin as typed, one folder deep, escaped as they stand in a URI; folders end with a slash. */
export async function completePath(root: Root, typed: string): Promise<readonly string[]> {
  const segments = decode(typed).split('/');
  const prefix = segments.pop() ?? '';
  if (segments.some(isTraversal)) return [];
  const values: string[] = [];
  try {
    const folder = await realpath(join(root.real, ...segments));
    assertHeld(root, folder);
    for await (const entry of folderEntries(root, folder, prefix)) {
      const path = encodePath([...segments, entry.name]);
      values.push(entry.folder ? `${path}/` : path);
      if (values.length === MAX_VALUES) break;
    }
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  return values;
}

/** People type names as they are, programs as they stand in a URI. Half a character has no UTF-8, and so no place in a URI. */
function decode(typed: string): string {
  const text = Buffer.from(typed).toString();
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A file that can be read or a folder that can be looked into. */
interface Entry {
  readonly name: string;
  readonly folder: boolean;
  readonly size: number;
}

/** What is in a folder, given by its real path, in the order of names; each is looked at only when it is asked for. */
async function* folderEntries(root: Root, folder: string, prefix = ''): AsyncGenerator<Entry> {
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
