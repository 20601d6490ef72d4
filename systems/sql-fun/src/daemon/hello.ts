import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { membersOf } from '@errata/core/internal';
import type { Fault } from '@errata/core';
import { errorType, readProjectConfig } from '../policy/index.js';
import { CLIENT_CONTEXTS, type ClientContext } from '../worker/index.js';

/** What a client has said of itself. */
export interface Guest {
  readonly context: ClientContext;
  /** The folder of the project, absolute. */
  readonly project: string;
  /** The id of the schema that is selected, where one is. */
  readonly schema: string | undefined;
}

/** Who says hello, by its params. */
export async function readHello(params: unknown, allowed: readonly string[]): Promise<Guest> {
  const { context, project, schema } = membersOf(params);
  if (context === undefined) throw wrong('context');
  const known = CLIENT_CONTEXTS.find((one) => one === context);
  if (known === undefined) throw wrong('context', `is one of ${CLIENT_CONTEXTS.join(', ')}`);
  if (!allowed.includes(known)) throw sqlFun.MCP_NOT_ALLOWED({ target: 'context', name: known });
  if (project === undefined) throw wrong('project');
  if (typeof project !== 'string' || !isAbsolute(project) || project.includes('\0')) {
    throw wrong('project', 'is the absolute path of a folder');
  }
  if (schema !== undefined && typeof schema !== 'string') throw wrong('schema', 'is a string');
  await assertFolder(project);
  return { context: known, project, schema };
}

/** The schema that a guest works with; unknown where the config does not say, and then each method will say why. */
export async function schemaOf({ project, schema }: Guest): Promise<string | null> {
  if (schema !== undefined) return schema;
  const config = await readProjectConfig(project).catch(() => undefined);
  return config?.default ?? null;
}

async function assertFolder(name: string): Promise<void> {
  const failure = (error_type: string, cause?: unknown) =>
    sqlFun.SCHEMA_IO_FAILURE({ target: 'directory', name, error_type }, { cause });
  const stats = await stat(name).catch((cause: unknown) => {
    throw failure(errorType(cause), cause);
  });
  if (!stats.isDirectory()) throw failure('ENOTDIR');
}

/** −32030 for a parameter that breaks a rule; without one, for a parameter that is missing. */
function wrong(name: string, rule?: string): Fault {
  return sqlFun.MISSING_PARAMETER(
    { target: 'parameter', name: `params.${name}` },
    rule === undefined ? {} : { message: 'Invalid parameter', details: `params.${name} ${rule}` },
  );
}
