import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Postgres, startPostgres } from '@errata/testing/postgres';
import { loadModule, type Node } from 'libpg-query';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { TEST_CACHE } from '../../../../systems/sql-fun/lab/testing/test-cache.js';
import {
  type Database,
  openDatabase,
} from '../../../../systems/sql-fun/src/databases/open-database.js';
import { DatabaseStore } from '../../../../systems/sql-fun/src/databases/store.js';
import { definitionOf } from '../../../../systems/sql-fun/src/dump/load-dump.js';
import type { LoadedDump } from '../../../../systems/sql-fun/src/dump/loaded-dump.js';
import type { Analysis } from '../../../../systems/sql-fun/src/query/analysis.js';
import { analyze } from '../../../../systems/sql-fun/src/query/analyze.js';
import { type DebianPostgres, startDebianPostgres } from '@errata/testing/postgres';

/** PostgreSQL 18 for the tests of a file: each call gives a client of a fresh database in which a script was run. */
export function useDatabases(): (script: string) => Promise<pg.Client> {
  let server: Postgres | undefined;
  const clients: pg.Client[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await server?.stop();
  });
  return async (script) => {
    const client = new pg.Client({ connectionString: await server!.createDatabase() });
    await client.connect();
    clients.push(client);
    await client.query(script);
    // A script may have set a search_path of its own, for as long as it ran.
    await client.query('RESET search_path');
    return client;
  };
}

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

/** A script as pg_dump writes what it made; where there is no pg_dump, the script itself. */
export function useDumps(): (script: string) => Promise<string> {
  let server: DebianPostgres | undefined;
  beforeAll(async () => {
    server = await startDebianPostgres();
  });
  afterAll(() => server?.stop());
  return async (script) => {
    if (server === undefined) {
      if (process.env['CI_SCHEMAS'] === 'required') throw new Error('There is no pg_dump.');
      return script;
    }
    const client = await server.load(script);
    try {
      return await server.dump(client);
    } finally {
      await client.end();
    }
  };
}

const folder = new URL('../.schemas/', import.meta.url);

/**
 * The text of a schema that others wrote, which `.ci/fetch-schemas` brings, or why it is not there; where it has to be there,
 * its absence is an error.
 */
export function readSchemaOfOthers(name: string): { text: string } | { absent: string } {
  const path = fileURLToPath(new URL(`${name}.sql`, folder));
  if (existsSync(path)) return { text: readFileSync(path, 'utf8') };
  const absent = `${name}.sql is not there: run .ci/fetch-schemas test/systems/sql-fun/.schemas`;
  if (process.env['CI_SCHEMAS'] === 'required') throw new Error(absent);
  return { absent };
}

export interface Query {
  /** Unique within its corpus. */
  readonly name: string;
  readonly sql: string;
}

/** The text of a file of the corpus. */
export function corpusFile(name: string): string {
  return readFileSync(new URL(`../corpus/${name}`, import.meta.url), 'utf8');
}

/** The queries of files of the corpus: each begins after a line `-- its name` and ends at an empty line. */
export function readCorpus(...files: readonly string[]): readonly Query[] {
  const queries = files.flatMap((file) =>
    corpusFile(file)
      .split(/\n{2,}/)
      .filter((block) => block.trim() !== '')
      .map((block) => {
        const [, name, sql] = /^\s*-- ([^\n]+)\n([^]+?);?\s*$/.exec(block) ?? [];
        if (name === undefined || sql === undefined) {
          throw new Error(`${file}: this is no query with a name:\n${block}`);
        }
        return { name, sql };
      }),
  );
  const names = queries.map(({ name }) => name);
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  if (twice.length > 0)
    throw new Error(`Names of queries that are not unique: ${twice.join(', ')}`);
  return queries;
}
