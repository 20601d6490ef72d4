import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { closest } from '../text/index.js';
import type { ProjectConfig } from './config.js';
import { errorType } from './error-type.js';
import { schemaFileName, schemaIdOf } from './schema-id.js';

/** A schema that can be selected. */
export interface SchemaFile {
  readonly id: string;
  /** Absolute. */
  readonly file: string;
  readonly exists: boolean;
}

/** The schemas of a project: its `schema.<id>.sql` files, what the config names, and the default; in the order of their ids. */
export async function schemasOf(folder: string, config: ProjectConfig): Promise<SchemaFile[]> {
  const ids = new Set([config.default, ...Object.keys(config.schemas)]);
  for (const name of await filesOf(folder)) {
    const id = schemaIdOf(name);
    if (id !== undefined) ids.add(id);
  }
  return Promise.all(
    [...ids].sort().map(async (id) => {
      const file = pathOf(folder, config, id);
      return { id, file, exists: await isThere(file) };
    }),
  );
}

/** The path of the file of a schema; a schema that is not known is −32053. */
export async function schemaFile(
  folder: string,
  config: ProjectConfig,
  id: string,
): Promise<string> {
  // What is declared has a place, and it is for its reader to say that there is nothing.
  if (id === config.default || Object.hasOwn(config.schemas, id)) return pathOf(folder, config, id);
  const known = await schemasOf(folder, config);
  const found = known.find((one) => one.id === id);
  if (found !== undefined) return found.file;
  const near = closest(
    id,
    known.map((one) => one.id),
  );
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  throw sqlFun.SCHEMA_NOT_FOUND(
    { target: 'schema', name: id },
    { details: `there is no schema ${JSON.stringify(id)}${hint}` },
  );
}

function pathOf(folder: string, config: ProjectConfig, id: string): string {
  const configured = Object.hasOwn(config.schemas, id) ? config.schemas[id] : undefined;
  return configured === undefined ? join(folder, schemaFileName(id)) : resolve(folder, configured);
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw sqlFun.SCHEMA_IO_FAILURE(
      { target: 'directory', name: folder, error_type: errorType(cause) },
      { cause },
    );
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false; // whatever the reason is, the one who selects it is told
  }
}
