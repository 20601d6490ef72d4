import { createHash } from 'node:crypto';
import { DatabaseStore, openDatabase, type Database } from '@errata/sql-fun/databases';
import { definitionOf, type LoadedDump } from '@errata/sql-fun/dump';
import { analyze, type Analysis } from '@errata/sql-fun/query';
import { loadModule, type Node } from 'libpg-query';
import { afterAll, beforeAll } from 'vitest';
import { TEST_CACHE } from '../../../../systems/sql-fun/lab/testing/test-cache.js';

/** What sql-fun made of a dump, and what it says of queries. */
export interface DumpDatabase {
  readonly dump: LoadedDump;
  analyze(sql: string, path?: string): Promise<Analysis>;
  query(sql: string): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Databases of dumps, closed after the tests of a file. */
export function useDumpDatabases(): (text: string) => Promise<DumpDatabase> {
  const open: Database[] = [];
  beforeAll(() => loadModule());
  afterAll(() => Promise.all(open.map((database) => database.close())));
  return async (text) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const database = await openDatabase(
      { file: 'dump.sql', text, sha256 },
      new DatabaseStore(TEST_CACHE),
    );
    open.push(database);
    const { postgres, catalog, dump } = database;
    const { unknownExtensions } = dump;
    return {
      dump,
      query: async (asked) => ({ rows: await postgres.rows(asked) }),
      analyze: (sql, path = 'public') =>
        analyze(sql, {
          ...{ postgres, catalog, path: [path], unknownExtensions },
          define: (text, node) => definitionOf(node as Node, text),
        }),
    };
  };
}

/** What PostgreSQL refused of a dump. */
export function refused({ dump }: DumpDatabase): readonly string[] {
  return dump.leftOut
    .filter(({ severity }) => severity === 'error')
    .map(({ line, message }) => `line ${line}: ${message}`);
}
