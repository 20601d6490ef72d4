import { join } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { openDatabase, type Database, type Exposed } from '../databases/open-database.js';
import { DatabaseStore } from '../databases/store.js';
import { readDumpFile, stampOf } from '../dump/read-dump.js';
import { METHODS, type MethodContext, type MethodName } from '../methods/index.js';
import { CONFIG_FILE, errorType, hidePaths, readProjectConfig } from '../policy/config.js';
import { schemaFile, schemasOf, toExposureRules } from '../policy/config.js';
import type { ProjectConfig } from '../policy/config.js';
import { createExposure, type Exposure } from '../policy/exposure.js';
import type { RunWork, OnLoading } from './serve-work.js';

/** Runs the methods, with databases that stay open for as long as their dumps do not change. */
export function createMethodRunner(cache: string): RunWork {
  const configOf = createConfigCache();
  const databaseOf = createDatabaseCache(new DatabaseStore(cache));
  return async ({ method, params, project, context, schema }, onLoading) => {
    try {
      const { config, exposure } = await configOf(project);
      const { searchPath: path, serverVersion } = config;
      const selected = schema ?? config.default;
      const exposed = context === 'mcp' ? { rules: toExposureRules(config), path } : undefined;
      const about: MethodContext = {
        project,
        path,
        selected,
        serverVersion,
        ...(exposed && { exposure }),
        async schema(id = selected) {
          const file = await schemaFile(project, config, id);
          return { id, file, ...(await databaseOf(file, exposed, onLoading)) };
        },
        schemas: async () => ({
          default: config.default,
          schemas: await schemasOf(project, config),
        }),
      };
      return await METHODS[method as MethodName].run(params, about);
    } catch (thrown) {
      const failure = toCacheFailure(thrown);
      throw context === 'mcp' ? hidePaths(failure) : failure;
    }
  };
}

/** SCHEMA_IO_FAILURE where the folder of the databases cannot be used: it is full, or others own it. */
function toCacheFailure(thrown: unknown): unknown {
  if (!isOfFiles(thrown)) return thrown;
  const type = errorType(thrown);
  return sqlFun.SCHEMA_IO_FAILURE(
    { target: 'directory', name: thrown.path ?? 'the cache folder', error_type: type },
    {
      ...{ cause: thrown, details: `The cache folder of sql-fun cannot be used (${type})` },
      suggestion: 'Free some space, or choose another folder with --cache-dir',
    },
  );
}

const isOfFiles = (thrown: unknown): thrown is NodeJS.ErrnoException =>
  thrown instanceof Error && 'syscall' in thrown && typeof thrown.syscall === 'string';

/** The configs of the last few projects, and what MCP may see by them. */
export function createConfigCache() {
  const cached = cacheFiles<{ config: ProjectConfig; exposure: Exposure }>(16);
  return (project: string) =>
    cached(project, join(project, CONFIG_FILE), async (stamp) => {
      const config = await readProjectConfig(project);
      const exposure = createExposure(toExposureRules(config), config.searchPath);
      return { config, exposure, stamp };
    });
}

/** The last two databases, open: a process works on one schema at a time, with and without what MCP may not see. */
function createDatabaseCache(store: DatabaseStore) {
  const cached = cacheFiles<{ database: Database; sha256: string }>(2, ({ database }) =>
    database.close(),
  );
  return (file: string, exposed: Exposed | undefined, onLoading: OnLoading) =>
    cached(JSON.stringify([file, exposed]), file, async () => {
      onLoading('loading');
      try {
        const { stamp, ...dump } = await readDumpFile(file);
        const database = await openDatabase({ file, ...dump }, store, exposed);
        return { database, stamp, sha256: dump.sha256 };
      } finally {
        onLoading('loaded');
      }
    });
}

/** Keeps what was made of the last few files, for as long as they do not change: the file is the truth. */
function cacheFiles<T>(most: number, drop: (old: T) => unknown = () => undefined) {
  type Kept = T & { readonly stamp: string | undefined };
  /** In the order of their last use. */
  const all = new Map<string, Kept>();
  return async (key: string, file: string, load: (stamp?: string) => Promise<Kept>) => {
    // A config that is absent has its defaults, and those are kept too.
    const stamp = stampOf(file);
    const known = all.get(key);
    all.delete(key);
    if (known !== undefined && known.stamp === stamp) {
      all.set(key, known);
      return known;
    }
    if (known !== undefined) await drop(known);
    const made = await load(stamp);
    all.set(key, made);
    const [[oldest, old]] = all as Iterable<[string, Kept]> as [[string, Kept]];
    if (all.size > most) {
      all.delete(oldest);
      await drop(old);
    }
    return made;
  };
}
