import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relationsOf, type CatalogRelation } from './testing/catalog.js';
import { compare, tally } from './testing/verdict.js';
import { described } from './testing/described.js';
import { startDebianPostgres, type DebianPostgres } from '@errata/testing/postgres';
import { createRandom, generateDdl } from './testing/generate-ddl.js';
import { randomQueries } from './testing/random-queries.js';
import {
  type DumpDatabase,
  refused,
  useDatabases,
  useDumpDatabases,
} from './testing/use-database.js';

const load = useDatabases();
const open = useDumpDatabases();
const ddl = generateDdl(500, createRandom(7));
let server: DebianPostgres | undefined;
let database: DumpDatabase;
let expected: readonly CatalogRelation[];

beforeAll(async () => {
  server = await startDebianPostgres();
  if (server === undefined) {
    database = await open(ddl);
    expected = await relationsOf(await load(ddl));
    return;
  }
  const client = await server.load(ddl);
  database = await open(await server.dump(client));
  expected = await relationsOf(client);
  await client.end();
});
afterAll(() => server?.stop());

const tables = () => expected.filter(({ kind }) => kind === 'r' || kind === 'p');

describe('a dump of 500 tables', () => {
  it('has the relations, columns, types and keys that the server has', async () => {
    expect(refused(database)).toEqual([]);
    expect(tables().length).toBeGreaterThanOrEqual(500);
    expect(await relationsOf(database)).toEqual(expected);
  });

  it('gives queries the columns that PostgreSQL prepares', async () => {
    const client = await load(ddl);
    const random = createRandom(11);
    const views = expected.filter(({ kind }) => kind === 'v');
    const queries = [
      ...randomQueries(tables(), 100, random),
      ...views.map(({ name }) => ({ name, sql: `SELECT * FROM ${name}` })),
    ];
    const { different, unknown, agree } = tally(
      await compare(await described(queries, client), database),
    );
    expect(different).toEqual([]);
    expect(unknown).toEqual([]);
    expect(agree).toBe(150);
  });
});
