import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { CONFIG_FILE, DEFAULT_CONFIG, readProjectConfig, schemaFile } from '../policy/index.js';
import { cannot, CannotRun, type JudgeOptions, type SqlFlags } from './check-io.js';
import { WHY } from './find-files.js';

export interface FoundSchema extends JudgeOptions {
  /** As it is shown: `schema.sql`. */
  readonly name: string;
  /** The schema, its config and the other dumps beside them, which are not queries. Absolute. */
  readonly files: ReadonlySet<string>;
}

const DUMP = /^schema\.(?:.+\.)?sql$/;
const DEFAULTS = [CONFIG_FILE, 'schema.sql', 'schema.develop.sql'];
const WRITE_ONE = 'Write one with: pg_dump -s mydb > schema.sql';

/** The schema to check against: the one that is named, else `sql-fun.toml`, `schema.sql` or the only `schema.*.sql` of the folder. */
export async function findSchema(flags: SqlFlags, folder: string): Promise<FoundSchema> {
  if (flags.schema !== undefined && flags.config !== undefined) {
    throw new CannotRun('--schema and --config both name a schema: choose one');
  }
  const name = flags.schema ?? flags.config ?? (await defaultIn(folder));
  const file = resolve(folder, name);
  const beside = dirname(file);
  const isConfig =
    flags.config !== undefined || (flags.schema === undefined && name === CONFIG_FILE);
  if (isConfig) await assertFile(file, `config ${name}`);
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
  if (name === undefined) {
    throw new CannotRun(`there is no schema: no ${CONFIG_FILE} or schema.sql is here`, WRITE_ONE);
  }
  if (found !== undefined || dumps.length === 1) return name;
  const several = `several schemas are here: ${dumps.join(', ')}`;
  throw new CannotRun(several, 'Choose one with --schema.');
}

/** Of a folder that cannot be read, none: what is missing is said later. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => []);

async function assertFile(file: string, what: string): Promise<void> {
  const found = await stat(file).catch(({ code = '' }: NodeJS.ErrnoException) => code);
  if (typeof found === 'object' && found.isFile()) return;
  const why = typeof found === 'object' ? 'it is not a file' : (WHY[found] ?? found);
  throw new CannotRun(`cannot read the ${what}: ${why}`, WRITE_ONE);
}
