import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { CONFIG_FILE, DEFAULT_CONFIG, readProjectConfig, schemaFile } from '../policy/config.js';
import { matchesStars } from '../text/names.js';
import { cannot, CannotRun, type AnalyzerOptions, type SqlFlags } from './check-io.js';

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
  /** Gets a line about each folder without a file, if others have some. */
  readonly warn?: (text: string) => void;
}

/** Files, folders (all `.sql` below) and patterns as paths, relative where they are inside the folder. A pattern without a file is an error. */
export async function findFiles(paths: readonly string[], options: FindOptions) {
  const found = new Set<string>();
  const empty: string[] = [];
  for (const path of paths) {
    const files = path === STDIN ? [STDIN] : await filesOf(path, options);
    if (files.length === 0) empty.push(path);
    for (const file of files) found.add(file === STDIN ? file : shownPath(options.folder, file));
  }
  for (const path of empty) {
    const message = isGlob(path) ? `no file matches ${path}` : `no .sql file is in ${path}`;
    // A pattern without a file is most likely misspelled; a folder may still be empty.
    if (isGlob(path) || found.size === 0) throw new CannotRun(message, HOW_TO_NAME_FILES);
    options.warn?.(`errata: ${message}\n`);
  }
  return [...found];
}

const HOW_TO_NAME_FILES =
  'A folder means all .sql files below it; quote a pattern such as "queries/**/*.sql".';

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
  const isFolder = typeof kind === 'object';
  if (isFolder && !kind.isDirectory()) return [absolute];
  if (!isFolder && !isGlob(path)) throw new CannotRun(`cannot read ${path}: ${WHY[kind] ?? kind}`);
  const isWanted = isFolder
    ? (file: string) => file.endsWith('.sql')
    : globMatcher(withSlashes(relative(folder, absolute)));
  const base = isFolder ? absolute : resolve(folder, baseOf(path));
  const files = await filesBelow(base, new Set(path.split(/[/\\]/)));
  return files.filter((file) => isWanted(withSlashes(relative(folder, file))) && !except.has(file));
}

/** All files below a folder, in order; `node_modules` and folders with a dot only if the pattern names them. */
async function filesBelow(folder: string, named: ReadonlySet<string>): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isHidden = entry.name.startsWith('.') || entry.name === 'node_modules';
      if (!isHidden || named.has(entry.name)) files.push(...(await filesBelow(path, named)));
    } else if (entry.isFile() || (await stat(path).catch(() => entry)).isFile()) files.push(path);
  }
  return files;
}

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
  const fits = (one: string, character: string) => one === '?' || one === character;
  const fitsName = (wanted: string, name: string) =>
    matchesStars([...wanted], [...name], '*', fits);
  return (path) => patterns.some((one) => matchesStars(one, path.split('/'), '**', fitsName));
}

/** `a{b,c}` is `ab` and `ac`; the innermost braces go first. */
function* expand(pattern: string): Generator<string> {
  const [braces, inside = ''] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined) return yield pattern;
  for (const part of inside.split(',')) yield* expand(pattern.replace(braces, () => part));
}

export interface FoundSchema extends AnalyzerOptions {
  readonly name: string;
  /** The schema, its config and the other dumps beside them, which are not queries. Absolute. */
  readonly files: ReadonlySet<string>;
}

const DUMP = /^schema\.(?:.+\.)?sql$/;
const DEFAULTS = [CONFIG_FILE, 'schema.sql', 'schema.develop.sql'];
const WRITE_ONE = 'Write one with: pg_dump -s mydb > schema.sql';

/** The schema to check against: the one that is named, else `sql-fun.toml`, `schema.sql` or the only `schema.*.sql` of the folder. */
export async function findSchema(flags: SqlFlags, folder: string): Promise<FoundSchema> {
  const { schema: dump, config: toml } = flags;
  if (dump !== undefined && toml !== undefined)
    throw new CannotRun('--schema and --config both name a schema: choose one');
  const name = dump ?? toml ?? (await defaultIn(folder));
  const file = resolve(folder, name);
  const beside = dirname(file);
  const isConfig = toml !== undefined || (dump === undefined && name === CONFIG_FILE);
  if (isConfig) await assertFile(file, `config ${name}`, `--config takes a ${CONFIG_FILE}.`);
  const config = isConfig
    ? await readProjectConfig(beside, file).catch(cannot('cannot read the config'))
    : DEFAULT_CONFIG;
  const schema = isConfig ? await schemaFile(beside, config, config.default) : file;
  await assertFile(schema, `schema ${isConfig ? relative(folder, schema) : name}`);
  const dumps = (await namesIn(beside)).filter((one) => DUMP.test(one));
  return {
    ...{ name, schema, path: config.searchPath },
    serverVersion: flags.serverVersion ?? config.serverVersion,
    files: new Set([file, schema, ...dumps.map((one) => join(beside, one))]),
  };
}

async function defaultIn(folder: string): Promise<string> {
  const names = await namesIn(folder);
  const dumps = names.filter((name) => DUMP.test(name)).sort();
  const found = DEFAULTS.find((one) => names.includes(one));
  const name = found ?? dumps[0];
  if (name === undefined)
    throw new CannotRun(
      `there is no schema: no ${CONFIG_FILE}, schema.sql or schema.*.sql is here`,
      WRITE_ONE,
    );
  if (found !== undefined || dumps.length === 1) return name;
  const several = `several schemas are here: ${dumps.join(', ')}`;
  throw new CannotRun(several, 'Choose one with --schema.');
}

/** None of a folder that cannot be read: a later error says what is missing. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => []);

async function assertFile(file: string, what: string, hint = WRITE_ONE): Promise<void> {
  const found = await stat(file).catch(({ code = '' }: NodeJS.ErrnoException) => code);
  if (typeof found === 'object' && found.isFile()) return;
  const why = typeof found === 'object' ? 'it is not a file' : (WHY[found] ?? found);
  throw new CannotRun(`cannot read the ${what}: ${why}`, hint);
}
