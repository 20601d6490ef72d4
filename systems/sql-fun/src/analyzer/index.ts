import process from 'node:process';
import type { Node } from 'libpg-query';
import { COLUMNS, objectsOf, PARTS } from '../catalog/describe.js';
import type { Analyzer, AnalyzerOptions, ListedColumn, ListedObject } from '../check/check-io.js';
import { openDatabase, type Database } from '../databases/open-database.js';
import { cacheFolder, DatabaseStore } from '../databases/store.js';
import { definitionOf } from '../dump/load-dump.js';
import { readDumpFile } from '../dump/read-dump.js';
import { analyze } from '../query/analyze.js';

/** PostgreSQL in this process, with the schema of a dump. */
export async function openAnalyzer(options: AnalyzerOptions): Promise<Analyzer> {
  const { schema: file, path } = options;
  const dump = await readDumpFile(file);
  const store = new DatabaseStore(cacheFolder(process.env));
  const database = await openDatabase({ file, ...dump }, store);
  const { postgres, catalog } = database;
  const version = options.serverVersion ?? database.dump.version;
  return {
    analyze: (sql) =>
      analyze(sql, {
        ...{ postgres, catalog, path, version },
        unknownExtensions: database.dump.unknownExtensions,
        define: (text, node) => definitionOf(node as Node, text),
      }),
    list: () => listed(database),
    close: () => database.close(),
  };
}

async function listed({ postgres, catalog }: Database): Promise<readonly ListedObject[]> {
  type Parts = { key: string; parts: NonNullable<ListedObject['parts']> };
  const rows = await postgres.rows<Parts>(PARTS);
  const partsOf = new Map(rows.map(({ key, parts }) => [key, parts]));
  const objects: ListedObject[] = [];
  for (const { namespace, name, kind } of await objectsOf(postgres)) {
    const isRelation = !['index', 'sequence', 'type', 'function'].includes(kind);
    const relation = isRelation ? catalog.find(namespace, name) : undefined;
    type Row = {
      column: Omit<ListedColumn, 'nullable'> & { not_null?: true; expression?: string };
    };
    const rows = relation && (await postgres.rows<Row>(COLUMNS, [relation.oid]));
    const columns = rows?.map(({ column }) => {
      const { name, type, not_null: notNull, default: value = column.expression } = column;
      const { generated } = column;
      return { name, type, nullable: notNull !== true, default: value, generated };
    });
    const isOther = kind === 'type' || kind === 'function';
    const parts = partsOf.get([isOther ? kind : 'relation', namespace, name].join('.'));
    objects.push({ namespace, name, kind, columns, parts });
  }
  return objects.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ namespace, name, kind }: ListedObject) => `${namespace}.${name} ${kind}`;
