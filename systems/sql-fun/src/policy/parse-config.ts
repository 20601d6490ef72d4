import { parse, TomlError } from 'smol-toml';
import { closest } from '../text/index.js';
import { DEFAULT_CONFIG, type ProjectConfig } from './config.js';
import { parseExposePattern } from './expose-pattern.js';
import { isSchemaId } from './schema-id.js';

/** A config that is not as it has to be; the message says what and where. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Table = Readonly<Record<string, unknown>>;

/** Reads the text of a `sql-fun.toml`. */
export function parseConfig(text: string): ProjectConfig {
  const table = toTable(text);
  onlyMembers(table, ['default', 'search_path', 'server_version', 'schemas', 'mcp'], '');
  return {
    default: id(table['default'] ?? DEFAULT_CONFIG.default, 'default'),
    searchPath: names(table['search_path'] ?? DEFAULT_CONFIG.searchPath, 'search_path'),
    schemas: schemas(members(table['schemas'], 'schemas')),
    expose: expose(members(table['mcp'], 'mcp')),
    ...serverVersion(table['server_version']),
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

function schemas(table: Table): Record<string, string> {
  const entries = Object.entries(table).map(([key, path]): [string, string] => {
    const where = `schemas.${key}`;
    if (typeof path !== 'string' || path === '' || path.includes('\0'))
      throw new ConfigError(`${where} has to be the path of a file`);
    return [id(key, where), path];
  });
  return Object.fromEntries(entries);
}

function serverVersion(value: unknown): Pick<ProjectConfig, 'serverVersion'> {
  if (value === undefined) return {};
  if (Number.isInteger(value) && Number(value) >= 9) return { serverVersion: Number(value) };
  throw new ConfigError('server_version has to be the major version of a server, such as 16');
}

function expose(mcp: Table): ProjectConfig['expose'] {
  onlyMembers(mcp, ['expose'], 'mcp.');
  const patterns = Object.entries(members(mcp['expose'], 'mcp.expose'));
  return Object.fromEntries(
    patterns.map(([pattern, value]) => {
      const where = `mcp.expose."${pattern}"`;
      if (parseExposePattern(pattern) === undefined)
        throw new ConfigError(`${where}: a pattern is "*", "schema.*", "schema.table" or "table"`);
      const rule = members(value, where);
      onlyMembers(rule, ['columns'], `${where}.`);
      const { columns } = rule;
      if (columns === undefined)
        throw new ConfigError(`${where}.columns is missing: "*" or a list of names`);
      return [pattern, { columns: columns === '*' ? '*' : names(columns, `${where}.columns`) }];
    }),
  );
}

function id(value: unknown, where: string): string {
  if (typeof value === 'string' && isSchemaId(value)) return value;
  throw new ConfigError(
    `${where} has to be the id of a schema: letters, digits, dots, dashes and underscores`,
  );
}

function names(value: unknown, where: string): readonly string[] {
  const isName = (one: unknown) => typeof one === 'string' && one !== '';
  if (Array.isArray(value) && value.every(isName)) return value as string[];
  throw new ConfigError(
    `${where} has to be ${where.endsWith('columns') ? '"*" or ' : ''}a list of names`,
  );
}

function members(value: unknown, where: string): Table {
  if (value === undefined) return {};
  if (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date)
  )
    return value as Table;
  throw new ConfigError(`${where} has to be a table`);
}

function onlyMembers(table: Table, known: readonly string[], prefix: string): void {
  const unknown = Object.keys(table).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const [near] = closest(unknown, known);
  const hint = near === undefined ? `known: ${known.join(', ')}` : `did you mean ${near}?`;
  throw new ConfigError(`${prefix}${unknown} is not known; ${hint}`);
}
