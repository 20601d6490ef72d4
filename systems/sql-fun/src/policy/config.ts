import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { parse, TomlError } from 'smol-toml';
import { Fault, isFault } from '@errata/core';
import { closest, didYouMean } from '../text/names.js';
import { parseExposePattern, type ExposureRules } from './exposure.js';

export const CONFIG_FILE = 'sql-fun.toml';
const MAX_BYTES = 1024 * 1024;

export interface ProjectConfig {
  /** The id of the schema that is selected at first. */
  readonly default: string;
  /** The schemas (namespaces) that unqualified names are looked for in. */
  readonly searchPath: readonly string[];
  /** Files by id, relative to the folder of the project, beside the `schema.<id>.sql` in it. */
  readonly schemas: Readonly<Record<string, string>>;
  readonly expose: ExposureRules['expose'];
  /** The major version of the server that queries are for. Default: what the header of the dump says. */
  readonly serverVersion?: number | undefined;
}

/** What holds where nothing is configured: MCP sees nothing. */
export const DEFAULT_CONFIG: ProjectConfig = {
  ...{ default: 'develop', searchPath: ['public'], schemas: {}, expose: {} },
};

export const toExposureRules = ({ expose }: ProjectConfig): ExposureRules => ({ expose });

/** Reads the config of a project; a project without one has the defaults. */
export async function readProjectConfig(
  folder: string,
  file = join(folder, CONFIG_FILE),
): Promise<ProjectConfig> {
  const failure = (error_type: string, what: string, cause: unknown) =>
    sqlFun.SCHEMA_IO_FAILURE(
      { target: 'config_file', name: file, error_type },
      { details: `${basename(file)}${what}`, cause, suggestion: `Correct ${basename(file)}` },
    );
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    const type = errorType(cause);
    if (type === 'ENOENT') return DEFAULT_CONFIG;
    throw failure(type, ` cannot be read (${type})`, cause);
  }
  try {
    assert(bytes.length <= MAX_BYTES, `it is larger than ${MAX_BYTES} bytes`);
    assert(isUtf8(bytes), 'it is not UTF-8');
    return parseConfig(new TextDecoder().decode(bytes));
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw failure('EINVAL', `: ${cause.message}`, cause);
  }
}

export function errorType(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'EIO';
}

/** Whether a text can be the id of a schema: a part of a file name, and nothing that leads elsewhere. */
export const isSchemaId = (text: string) => /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(text);

class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function assert(isRight: boolean, message: string): asserts isRight {
  if (!isRight) throw new ConfigError(message);
}

type Table = Readonly<Record<string, unknown>>;

export function parseConfig(text: string): ProjectConfig {
  const table = toTable(text);
  onlyMembers(table, ['default', 'search_path', 'server_version', 'schemas', 'mcp'], '');
  const { default: id = DEFAULT_CONFIG.default, search_path = DEFAULT_CONFIG.searchPath } = table;
  const { server_version: version } = table;
  const isVersion = Number.isInteger(version) && Number(version) >= 9 && Number(version) < 100;
  const hint = 'server_version has to be the major version of a server, such as 16';
  assert(version === undefined || isVersion, hint);
  assertId(id, 'default');
  assertNames(search_path, 'search_path', '');
  const hasUser = search_path.includes('$user');
  assert(!hasUser, 'search_path: nobody is logged in, so "$user" is no schema');
  return {
    default: id,
    searchPath: search_path,
    schemas: schemas(members(table['schemas'], 'schemas')),
    expose: expose(members(table['mcp'], 'mcp')),
    serverVersion: version as number | undefined,
  };
}

function toTable(text: string): Table {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const { line, column } = cause;
    const [what] = cause.message.replace(/^Invalid TOML document: /, '').split('\n');
    const written = text.split('\n')[line - 1] ?? '';
    const hint = /^[^"'#=]*\*/.test(written) ? '; a star has to be quoted: [mcp.expose."*"]' : '';
    throw new ConfigError(`${what} at line ${line}, column ${column}${hint}`, { cause });
  }
}

function schemas(table: Table): ProjectConfig['schemas'] {
  for (const [key, path] of Object.entries(table)) {
    const where = `schemas.${key}`;
    const isPath = typeof path === 'string' && path !== '' && !path.includes('\0');
    assert(isPath, `${where} has to be the path of a file`);
    assertId(key, where);
  }
  return { ...table } as Record<string, string>;
}

function expose(mcp: Table): ProjectConfig['expose'] {
  onlyMembers(mcp, ['expose'], 'mcp.');
  const patterns = Object.entries(members(mcp['expose'], 'mcp.expose'));
  const keys = patterns.map(([pattern]) => JSON.stringify(parseExposePattern(pattern)));
  return Object.fromEntries(
    patterns.map(([pattern, value], n) => {
      const where = `mcp.expose."${pattern}"`;
      const isPattern = parseExposePattern(pattern) !== undefined;
      assert(isPattern, `${where}: a pattern is "*", "schema.*", "schema.table" or "table"`);
      assert(keys.indexOf(keys[n]!) === n, `${where}: another rule is for the same names`);
      const rule = members(value, where);
      onlyMembers(rule, ['columns'], `${where}.`);
      const { columns } = rule;
      assert(columns !== undefined, `${where}.columns is missing: "*" or a list of names`);
      if (columns === '*') return [pattern, { columns }];
      assertNames(columns, `${where}.columns`, '"*" or ');
      assert(!columns.includes('*'), `${where}.columns: write "*", not a list, for all columns`);
      return [pattern, { columns }];
    }),
  );
}

function assertId(value: unknown, where: string): asserts value is string {
  const isId = typeof value === 'string' && isSchemaId(value);
  const rule = 'letters, digits, dots, dashes and underscores';
  assert(isId, `${where} has to be the id of a schema: ${rule}`);
}

function assertNames(value: unknown, where: string, or: string): asserts value is string[] {
  const isName = (one: unknown) => typeof one === 'string' && one !== '';
  const isList = Array.isArray(value) && value.every(isName);
  assert(isList, `${where} has to be ${or}a list of names`);
}

function members(value: unknown, where: string): Table {
  const table = value ?? {};
  const isTable = typeof table === 'object' && !Array.isArray(table) && !(table instanceof Date);
  assert(isTable, `${where} has to be a table`);
  return table as Table;
}

function onlyMembers(table: Table, known: readonly string[], prefix: string): void {
  const unknown = Object.keys(table).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const [near] = closest(unknown, known);
  const hint = near === undefined ? `known: ${known.join(', ')}` : `did you mean ${near}?`;
  throw new ConfigError(`${prefix}${unknown} is not known; ${hint}`);
}

export interface SchemaFile {
  readonly id: string;
  readonly file: string;
  readonly exists: boolean;
}

export function schemaIdOf(fileName: string): string | undefined {
  const id = /^schema\.(.+)\.sql$/.exec(fileName)?.[1];
  return id !== undefined && isSchemaId(id) ? id : undefined;
}

/** The schemas of a project: its `schema.<id>.sql` files, what the config names, and the default; in the order of their ids. */
export async function schemasOf(folder: string, config: ProjectConfig): Promise<SchemaFile[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    const context = { target: 'directory', name: folder, error_type: errorType(cause) };
    throw sqlFun.SCHEMA_IO_FAILURE(context, { cause });
  });
  const found = names.flatMap((name) => schemaIdOf(name) ?? []);
  const ids = new Set([config.default, ...Object.keys(config.schemas), ...found]);
  return [...ids].sort().map((id) => {
    const file = pathOf(folder, config, id);
    return { id, file, exists: existsSync(file) };
  });
}

/** The path of the file of a schema; a schema that is not known is −32053. */
export async function schemaFile(folder: string, config: ProjectConfig, id: string) {
  // What is declared has a place, and it is for its reader to say that there is nothing.
  if (id === config.default || Object.hasOwn(config.schemas, id)) return pathOf(folder, config, id);
  const known = await schemasOf(folder, config);
  const found = known.find((one) => one.id === id);
  if (found !== undefined) return found.file;
  const ids = known.map((one) => one.id);
  throw sqlFun.SCHEMA_NOT_FOUND(
    { target: 'schema', name: id },
    { details: `there is no schema ${JSON.stringify(id)}${didYouMean(closest(id, ids))}` },
  );
}

function pathOf(folder: string, { schemas }: ProjectConfig, id: string): string {
  return Object.hasOwn(schemas, id)
    ? resolve(folder, schemas[id]!)
    : join(folder, `schema.${id}.sql`);
}

/** A failure as MCP may see it: the name of a file without its folder, and nothing of its content. */
export function hidePaths(thrown: unknown): unknown {
  if (!isFault(thrown) || thrown.domain !== sqlFun.domain) return thrown;
  if (!/^(?:SCHEMA_IO_FAILURE|INVALID_SCHEMA_SQL)$/.test(thrown.reason)) return thrown;
  const context = thrown.context as { readonly name: string };
  const about = { ...context, name: basename(context.name) };
  // Masked: the client gets a ref, under which the log has the cause.
  return new Fault(thrown.definition, about, { cause: thrown, masked: true });
}
