import {
  createExposure,
  readProjectConfig,
  schemaFile,
  schemasOf,
  toExposureRules,
} from '../../policy/index.js';
import { loadSchemaFile } from '../../schema/index.js';
import type { MethodContext } from '../context.js';

/** What the methods of a project work with, from its files; `mcp` sees what is exposed. */
export async function contextFor(
  project: string,
  { mcp = false }: { readonly mcp?: boolean } = {},
): Promise<MethodContext> {
  const config = await readProjectConfig(project);
  const path = config.searchPath;
  return {
    project,
    path,
    ...(mcp && { exposure: createExposure(toExposureRules(config), path) }),
    selected: config.default,
    async schema(id = config.default) {
      const file = await schemaFile(project, config, id);
      return { id, file, ...(await loadSchemaFile(file)) };
    },
    schemas: async () => ({ default: config.default, schemas: await schemasOf(project, config) }),
  };
}
