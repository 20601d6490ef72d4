import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CannotRun } from './check-io.js';
import type { JudgeOptions } from './judge.js';
import type { SqlFlags } from './options.js';

export interface FoundSchema {
  readonly judge: Pick<JudgeOptions, 'schema' | 'config' | 'serverVersion'>;
  /** As it is shown: `schema.sql`. */
  readonly name: string;
  /** It was found, not named. */
  readonly byDefault: boolean;
  /** The schema and the other dumps beside it, which are not queries. Absolute. */
  readonly files: ReadonlySet<string>;
}

const CONFIG = 'sql-fun.toml';
const DUMP = /^schema\.(?:.+\.)?sql$/;
const DEFAULTS = ['schema.sql', 'schema.develop.sql'];
const WAY_OUT = 'Write one with: pg_dump -s mydb > schema.sql';

/** The schema to check against: the one that is named, else `sql-fun.toml`, `schema.sql` or the only `schema.*.sql` of the folder. */
export async function findSchema(flags: SqlFlags, folder: string): Promise<FoundSchema> {
  const { schema, config, serverVersion } = flags;
  if (schema !== undefined && config !== undefined) {
    throw new CannotRun('--schema and --config both name a schema: choose one');
  }
  const named = schema ?? config;
  const kind = config !== undefined ? 'config' : 'schema';
  const found = named === undefined ? await defaultOf(folder) : { kind, name: named };
  const file = resolve(folder, found.name);
  if (named !== undefined) await assertFile(file, named, kind);
  const dumps = (await namesIn(dirname(file))).filter((name) => DUMP.test(name));
  return {
    judge: { [found.kind]: file, ...(serverVersion !== undefined && { serverVersion }) },
    name: found.name,
    byDefault: named === undefined,
    files: new Set([file, ...dumps.map((name) => join(dirname(file), name))]),
  };
}

async function defaultOf(folder: string): Promise<{ kind: 'config' | 'schema'; name: string }> {
  const names = await namesIn(folder);
  if (names.includes(CONFIG)) return { kind: 'config', name: CONFIG };
  const dumps = names.filter((name) => DUMP.test(name)).sort();
  const name = DEFAULTS.find((one) => dumps.includes(one)) ?? dumps[0];
  if (name === undefined) {
    throw new CannotRun(`there is no schema: no ${CONFIG} or schema.sql is here`, WAY_OUT);
  }
  if (dumps.length > 1 && !DEFAULTS.includes(name)) {
    throw new CannotRun(
      `several schemas are here: ${dumps.join(', ')}`,
      'Choose one with --schema.',
    );
  }
  return { kind: 'schema', name };
}

/** Of a folder that cannot be read, none: what is missing is said later. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => []);

/** A schema that somebody named has to be there. */
async function assertFile(file: string, name: string, what: string): Promise<void> {
  const found = await stat(file).catch(({ code }: NodeJS.ErrnoException) => code);
  if (typeof found === 'object' && found.isFile()) return;
  const why =
    typeof found === 'object'
      ? 'it is not a file'
      : found === 'ENOENT'
        ? 'it does not exist'
        : found;
  throw new CannotRun(`cannot read the ${what} ${name}: ${why}`, WAY_OUT);
}
