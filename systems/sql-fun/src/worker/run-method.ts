import {
  METHODS,
  type LoadedSchema,
  type MethodContext,
  type MethodName,
} from '../methods/index.js';
import { hidePaths, schemaFile, schemasOf } from '../policy/index.js';
import { ConfigCache, type KnownConfig } from './config-cache.js';
import { SchemaCache } from './schema-cache.js';
import type { RunWork, Work } from './work.js';

/** So many schemas are kept in a process. */
const KEPT = 4;

/** Runs the methods, with schemas that stay loaded for as long as their files do not change. */
export function createMethodRunner(): RunWork {
  const cache = new SchemaCache(KEPT);
  const configs = new ConfigCache();
  return async (work) => {
    const known = await configOf(work, configs);
    return METHODS[work.method as MethodName].run(work.params, contextOf(work, known, cache));
  };
}

async function configOf({ project, context }: Work, configs: ConfigCache): Promise<KnownConfig> {
  try {
    return await configs.get(project);
  } catch (thrown) {
    throw context === 'mcp' ? hidePaths(thrown) : thrown;
  }
}

function contextOf(
  work: Work,
  { config, exposure }: KnownConfig,
  cache: SchemaCache,
): MethodContext {
  const { project, context } = work;
  const { searchPath: path } = config;
  const selected = work.schema ?? config.default;
  return {
    project,
    path,
    selected,
    ...(context === 'mcp' && { exposure }),
    async schema(id = selected): Promise<LoadedSchema> {
      const file = await schemaFile(project, config, id);
      const { schema, sha256 } = await cache.get(file);
      return { id, file, schema, sha256 };
    },
    schemas: async () => ({ default: config.default, schemas: await schemasOf(project, config) }),
  };
}
