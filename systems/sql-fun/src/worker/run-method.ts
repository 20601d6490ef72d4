import {
  METHODS,
  type LoadedSchema,
  type MethodContext,
  type MethodName,
} from '../methods/index.js';
import {
  createExposure,
  hidePaths,
  readProjectConfig,
  schemaFile,
  schemasOf,
  toExposureRules,
  type ProjectConfig,
} from '../policy/index.js';
import { SchemaCache } from './schema-cache.js';
import type { RunWork, Work } from './work.js';

/** So many schemas are kept in a process. */
const KEPT = 4;

/** Runs the methods, with schemas that stay loaded for as long as their files do not change. */
export function createMethodRunner(): RunWork {
  const cache = new SchemaCache(KEPT);
  return async (work) => {
    const config = await configOf(work);
    return METHODS[work.method as MethodName].run(work.params, contextOf(work, config, cache));
  };
}

async function configOf({ project, context }: Work): Promise<ProjectConfig> {
  try {
    return await readProjectConfig(project);
  } catch (thrown) {
    throw context === 'mcp' ? hidePaths(thrown) : thrown;
  }
}

function contextOf(work: Work, config: ProjectConfig, cache: SchemaCache): MethodContext {
  const { project, context } = work;
  const { searchPath: path } = config;
  const selected = work.schema ?? config.default;
  return {
    project,
    path,
    selected,
    ...(context === 'mcp' && { exposure: createExposure(toExposureRules(config), path) }),
    async schema(id = selected): Promise<LoadedSchema> {
      const file = await schemaFile(project, config, id);
      const { schema, sha256 } = await cache.get(file);
      return { id, file, schema, sha256 };
    },
    schemas: async () => ({ default: config.default, schemas: await schemasOf(project, config) }),
  };
}
