import { DatabaseStore } from '../databases/index.js';
import { METHODS, type MethodContext, type MethodName } from '../methods/index.js';
import { hidePaths, schemaFile, schemasOf, toExposureRules } from '../policy/index.js';
import { toCacheFailure } from './cache-failure.js';
import { ConfigCache, type KnownConfig } from './config-cache.js';
import { DatabaseCache } from './database-cache.js';
import type { OnLoading, RunWork, Work } from './work.js';

/** A process is asked about one schema at a time: for everybody, and as MCP may see it. */
const KEPT = 2;

/** Runs the methods, with databases that stay open for as long as their dumps do not change. */
export function createMethodRunner(cache: string): RunWork {
  const databases = new DatabaseCache(new DatabaseStore(cache), KEPT);
  const configs = new ConfigCache();
  return async (work, onLoading) => {
    const known = await configOf(work, configs);
    const context = contextOf(work, known, databases, onLoading);
    try {
      return await METHODS[work.method as MethodName].run(work.params, context);
    } catch (thrown) {
      const failure = toCacheFailure(thrown);
      throw work.context === 'mcp' ? hidePaths(failure) : failure;
    }
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
  databases: DatabaseCache,
  onLoading: OnLoading,
): MethodContext {
  const { project, context } = work;
  const { searchPath: path } = config;
  const selected = work.schema ?? config.default;
  const exposed = context === 'mcp' ? { rules: toExposureRules(config), path } : undefined;
  return {
    project,
    path,
    selected,
    serverVersion: config.serverVersion,
    ...(context === 'mcp' && { exposure }),
    async schema(id = selected) {
      const file = await schemaFile(project, config, id);
      return { id, file, ...(await databases.get(file, exposed, onLoading)) };
    },
    schemas: async () => ({ default: config.default, schemas: await schemasOf(project, config) }),
  };
}
