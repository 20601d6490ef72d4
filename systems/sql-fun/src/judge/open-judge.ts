import process from 'node:process';
import type { Node } from 'libpg-query';
import { describeColumns, objectsOf, type CatalogObject } from '../catalog/index.js';
import { cacheFolder, DatabaseStore, openDatabase, type Database } from '../databases/index.js';
import { definitionOf, readDumpFile } from '../dump/index.js';
import { analyze } from '../query/index.js';
import type { Judge, JudgeOptions, ListedObject } from '../check/check-io.js';

/** PostgreSQL in this process, with the schema of a dump. */
export async function openJudge({
  schema: file,
  path,
  serverVersion,
}: JudgeOptions): Promise<Judge> {
  const dump = await readDumpFile(file);
  const store = new DatabaseStore(cacheFolder(process.env));
  const database = await openDatabase({ file, ...dump }, store);
  const { postgres, catalog } = database;
  const { unknownExtensions, version = undefined } = database.dump;
  const asked = serverVersion ?? version;
  return {
    analyze: (sql) =>
      analyze(sql, {
        ...{ postgres, catalog, path, unknownExtensions },
        ...(asked !== undefined && { version: asked }),
        define: (text, node) => definitionOf(node as Node, text),
      }),
    list: () => listed(database),
    close: () => database.close(),
  };
}

async function listed({ postgres, catalog }: Database): Promise<readonly ListedObject[]> {
  const withColumns = async (object: CatalogObject): Promise<ListedObject> => {
    const { namespace, name, kind } = object;
    const relation = catalog.find(namespace, name);
    const isRelation = !['index', 'sequence', 'type', 'function'].includes(kind);
    if (relation === undefined || !isRelation) return { namespace, name, kind };
    const columns = await describeColumns(postgres, relation.oid);
    return {
      ...{ namespace, name, kind },
      columns: columns.map(({ name: column, type, not_null: notNull }) => ({
        ...{ name: column, nullable: notNull !== true },
        ...(type !== undefined && { type }),
      })),
    };
  };
  const objects: ListedObject[] = [];
  for (const object of await objectsOf(postgres)) objects.push(await withColumns(object));
  return objects.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ namespace, name, kind }: ListedObject) => `${namespace}.${name} ${kind}`;
