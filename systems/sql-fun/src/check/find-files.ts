import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { CannotRun } from './check-io.js';

/** The name of standard input, as an argument. */
export const STDIN = '-';

/** Why a file cannot be read, by the code of the error. */
export const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

interface FindOptions {
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
  options: FindOptions,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    const files = path === STDIN ? [STDIN] : await filesOf(path, options);
    if (files.length === 0) {
      throw new CannotRun(
        isGlob(path) ? `no file matches ${path}` : `no .sql file is in ${path}`,
        'A folder stands for all .sql files below it; quote a pattern such as "queries/**/*.sql".',
      );
    }
    for (const file of files) found.add(file === STDIN ? file : shownPath(options.folder, file));
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

async function filesOf(path: string, { folder, except }: FindOptions): Promise<readonly string[]> {
  const absolute = resolve(folder, path);
  const kind = await stat(absolute).catch(({ code = '' }: NodeJS.ErrnoException) => code);
  if (typeof kind === 'object' && !kind.isDirectory()) return [absolute];
  if (typeof kind === 'string' && !isGlob(path)) {
    throw new CannotRun(`cannot read ${path}: ${WHY[kind] ?? kind}`);
  }
  const isFolder = typeof kind === 'object';
  const isWanted = isFolder
    ? (file: string) => file.endsWith('.sql')
    : globMatcher(withSlashes(relative(folder, absolute)));
  const base = isFolder ? absolute : resolve(folder, baseOf(path));
  const files = await filesBelow(base, new Set(path.split(/[/\\]/)));
  return files.filter((file) => isWanted(withSlashes(relative(folder, file))) && !except.has(file));
}

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

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** Whether a path names files by a pattern. */
const isGlob = (path: string): boolean => /[*?{]/.test(path);

/** The folder that all matches of a pattern are in: its parts before the first one with a star. */
export const baseOf = (pattern: string): string => /^(?:[^*?{]*[/\\])?/.exec(pattern)![0];

const MAX_PATTERNS = 1000;

/** Matches paths with `/`: `**` is any number of folders, `*` and `?` stay within a name, `{a,b}` is either one. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const patterns: string[][] = [];
  for (const one of expand(pattern)) {
    if (patterns.push(one.split('/')) <= MAX_PATTERNS) continue;
    throw new CannotRun(`the pattern ${pattern} has too many alternatives`);
  }
  const fitsName = (wanted: string, name: string): boolean =>
    matches([...wanted], [...name], '*', (one, character) => one === '?' || one === character);
  return (path) => patterns.some((wanted) => matches(wanted, path.split('/'), '**', fitsName));
}

/** Whether a list fits another one in which a star stands for any number of items. */
function matches(
  wanted: readonly string[],
  given: readonly string[],
  star: string,
  fits: (wanted: string, given: string) => boolean,
): boolean {
  let [at, next] = [0, 0];
  let retry: { readonly next: number; at: number } | undefined;
  // The last star takes one item more each time that what follows it does not fit.
  while (at < given.length) {
    if (wanted[next] === star) retry = { next: ++next, at };
    else if (next < wanted.length && fits(wanted[next]!, given[at]!)) {
      at++;
      next++;
    } else if (retry !== undefined) {
      at = ++retry.at;
      next = retry.next;
    } else return false;
  }
  return wanted.slice(next).every((one) => one === star);
}

/** `a{b,c}` is `ab` and `ac`; the innermost braces go first. */
function* expand(pattern: string): Generator<string> {
  const [braces, inside = ''] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined) return yield pattern;
  for (const part of inside.split(',')) yield* expand(pattern.replace(braces, () => part));
}
