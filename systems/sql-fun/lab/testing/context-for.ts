import { afterAll } from 'vitest';
import { openDatabase, type Database } from '../../src/databases/open-database.js';
import { DatabaseStore } from '../../src/databases/store.js';
import { readDumpFile } from '../../src/dump/read-dump.js';
import type { MethodContext } from '../../src/methods/method.js';
import { readProjectConfig, schemaFile } from '../../src/policy/config.js';
import { schemasOf, toExposureRules } from '../../src/policy/config.js';
import { createExposure } from '../../src/policy/exposure.js';
import { TEST_CACHE } from './test-cache.js';

const store = new DatabaseStore(TEST_CACHE);
const open: Database[] = [];
afterAll(() => Promise.all(open.splice(0).map((database) => database.close())));

/** What the methods of a project work with, from its files; `mcp` sees what is exposed. */
export async function contextFor(
  project: string,
  { mcp = false }: { readonly mcp?: boolean } = {},
): Promise<MethodContext> {
  const config = await readProjectConfig(project);
  const path = config.searchPath;
  const rules = toExposureRules(config);
  const databases = new Map<string, Promise<Database>>();
  return {
    project,
    path,
    serverVersion: config.serverVersion,
    ...(mcp && { exposure: createExposure(rules, path) }),
    selected: config.default,
    async schema(id = config.default) {
      const file = await schemaFile(project, config, id);
      const dump = await readDumpFile(file);
      const opening =
        databases.get(dump.sha256) ??
        openDatabase({ file, ...dump }, store, mcp ? { rules, path } : undefined);
      databases.set(dump.sha256, opening);
      const database = await opening;
      if (!open.includes(database)) open.push(database);
      return { id, file, sha256: dump.sha256, database };
    },
    schemas: async () => ({ default: config.default, schemas: await schemasOf(project, config) }),
  };
}
