import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { isFault } from '@errata/core';
import { closest } from '../text/index.js';
import { errorType, isSchemaId, type ProjectConfig } from './config.js';

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
  return Promise.all(
    [...ids].sort().map(async (id) => {
      const file = pathOf(folder, config, id);
      // Selecting it reports the reason.
      const exists = await stat(file).then(
        () => true,
        () => false,
      );
      return { id, file, exists };
    }),
  );
}

/** The path of the file of a schema; a schema that is not known is −32053. */
export async function schemaFile(folder: string, config: ProjectConfig, id: string) {
  // What is declared has a place, and it is for its reader to say that there is nothing.
  if (id === config.default || Object.hasOwn(config.schemas, id)) return pathOf(folder, config, id);
  const known = await schemasOf(folder, config);
  const found = known.find((one) => one.id === id);
  if (found !== undefined) return found.file;
  const ids = known.map((one) => one.id);
  const near = closest(id, ids).join(' or ');
  const hint = near === '' ? '' : `; did you mean ${near}?`;
  throw sqlFun.SCHEMA_NOT_FOUND(
    { target: 'schema', name: id },
    { details: `there is no schema ${JSON.stringify(id)}${hint}` },
  );
}

function pathOf(folder: string, { schemas }: ProjectConfig, id: string): string {
  return Object.hasOwn(schemas, id)
    ? resolve(folder, schemas[id]!)
    : join(folder, `schema.${id}.sql`);
}

/**
 * A failure as MCP may see it: of a file its name without the folder, and nothing of what is written in a schema file. Other
 * values come back as they are.
 */
export function hidePaths(thrown: unknown): unknown {
  if (!isFault(thrown) || thrown.domain !== sqlFun.domain) return thrown;
  const { target, name, ...rest } = thrown.context as { target: string; name: string };
  const { error_type, line, position } = rest as Record<string, never>;
  const about = { target, name: basename(name) };
  // Masked: the client gets a ref, under which the log has the cause.
  const given = { cause: thrown, masked: true };
  if (thrown.reason === 'SCHEMA_IO_FAILURE') {
    return sqlFun.SCHEMA_IO_FAILURE({ ...about, error_type }, given);
  }
  if (thrown.reason !== 'INVALID_SCHEMA_SQL') return thrown;
  return sqlFun.INVALID_SCHEMA_SQL({ ...about, target: 'schema_file', line, position }, given);
}
