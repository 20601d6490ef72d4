import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { CannotRun } from './check-io.js';
import { baseOf, globMatcher, isGlob } from './glob.js';

/** The name of standard input, as an argument. */
export const STDIN = '-';

export interface FindOptions {
  readonly folder: string;
  /** Files that only count where they are named one by one, such as the schema. Absolute. */
  readonly except: ReadonlySet<string>;
}

/**
 * The files that arguments name: files, folders (all `.sql` below) and patterns. Paths are relative to the folder where they are
 * inside of it. An argument without any file is an error.
 */
export async function findFiles(
  paths: readonly string[],
  { folder, except }: FindOptions,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    const files = path === STDIN ? [STDIN] : await filesOf(path, folder, except);
    if (files.length === 0) {
      throw new CannotRun(
        isGlob(path) ? `no file matches ${path}` : `no .sql file is in ${path}`,
        'A folder stands for all .sql files below it; quote a pattern such as "queries/**/*.sql".',
      );
    }
    for (const file of files) found.add(file === STDIN ? file : shownPath(folder, file));
  }
  return [...found];
}

/** A path as findings show it: relative to the folder if inside of it, with `/`. */
export function shownPath(folder: string, file: string): string {
  const path = relative(folder, resolve(folder, file));
  const isOutside = /^\.\.(?:[/\\]|$)/.test(path) || path === '';
  return withSlashes(isOutside ? resolve(folder, file) : path);
}

const withSlashes = (path: string): string => path.replaceAll(sep, '/');

async function filesOf(path: string, folder: string, except: ReadonlySet<string>) {
  const absolute = resolve(folder, path);
  const kind = await stat(absolute).catch(({ code = '' }: NodeJS.ErrnoException) => code);
  if (typeof kind === 'object' && !kind.isDirectory()) return [absolute];
  if (typeof kind === 'string' && !isGlob(path)) {
    throw new CannotRun(`cannot read ${path}: ${WHY[kind] ?? kind}`);
  }
  const named = new Set(path.split(/[/\\]/));
  const isWanted =
    typeof kind === 'object'
      ? (file: string) => file.endsWith('.sql')
      : globMatcher(withSlashes(relative(folder, absolute)));
  const base = typeof kind === 'object' ? absolute : resolve(folder, baseOf(path));
  const files = await filesBelow(base, named);
  return files.filter((file) => isWanted(withSlashes(relative(folder, file))) && !except.has(file));
}

/** Why a file cannot be read, by the code of the error. */
export const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

/** All files below a folder, in order; `node_modules` and folders with a dot only where the pattern names them. */
async function filesBelow(folder: string, named: ReadonlySet<string>): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isHidden = entry.name.startsWith('.') || entry.name === 'node_modules';
      if (!isHidden || named.has(entry.name)) files.push(...(await filesBelow(path, named)));
    } else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(path)))) files.push(path);
  }
  return files;
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true;
}
