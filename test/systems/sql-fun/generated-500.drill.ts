import { loadParser } from '@errata/sql-fun/analysis';
import { readSchema, type Relation, type Schema } from '@errata/sql-fun/schema';
import { formatType } from '@errata/sql-fun/pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relationsOf, type CatalogRelation } from './testing/catalog.js';
import { compare } from './testing/compare.js';
import { described } from './testing/described.js';
import { startDebianPostgres, type DebianPostgres } from './testing/debian-postgres.js';
import { generateDdl } from './testing/generate-ddl.js';
import { createRandom } from './testing/random.js';
import { randomQueries } from './testing/random-queries.js';
import { tally } from './testing/tally.js';
import { useDatabases } from './testing/use-database.js';

const load = useDatabases();
const ddl = generateDdl(500, createRandom(7));
let server: DebianPostgres | undefined;
let schema: Schema;
let expected: readonly CatalogRelation[];

beforeAll(async () => {
  await loadParser();
  server = await startDebianPostgres();
  if (server === undefined) {
    schema = readSchema(ddl);
    expected = await relationsOf(await load(ddl));
    return;
  }
  const client = await server.load(ddl);
  schema = readSchema(await server.dump(client));
  expected = await relationsOf(client);
  await client.end();
});
afterAll(() => server?.stop());

const find = ({ schema: namespace, plain }: CatalogRelation) =>
  schema.namespaces.get(namespace)?.relations.get(plain);

const tables = () => expected.filter(({ kind }) => kind === 'r' || kind === 'p');

describe('a dump of 500 tables', () => {
  it('is read without a problem', () => {
    expect(schema.problems).toEqual([]);
    expect(tables().length).toBeGreaterThanOrEqual(500);
    const relations = [...schema.namespaces.values()].flatMap((one) => [...one.relations.keys()]);
    expect(relations).toHaveLength(expected.length);
  });

  it('has the columns that the server has, with their types', () => {
    const shown = (relation: Relation | undefined) =>
      relation?.columns.map(({ name, use, notNull }) => ({
        name,
        type: use && formatType(use.type, use.typmod),
        notNull,
      }));
    const theirs = new Map(
      tables().map(({ name, columns }) => [
        name,
        columns.map(({ name, type, notNull }) => ({ name, type, notNull })),
      ]),
    );
    expect(new Map(tables().map((table) => [table.name, shown(find(table))]))).toEqual(theirs);
  });

  it('has the keys that the server has', () => {
    const ours = tables().map((table) => {
      const { primaryKey = [], unique = [], foreignKeys = [] } = find(table) ?? {};
      const { name } = table;
      return { name, primaryKey, unique, references: foreignKeys.map(({ table }) => table) };
    });
    const theirs = tables().map(({ name, primaryKey, unique, foreignKeys }) => {
      const plain = (table: string) => expected.find((other) => other.name === table)!.plain;
      return { name, primaryKey, unique, references: foreignKeys.map(({ table }) => plain(table)) };
    });
    expect(ours).toEqual(theirs);
  });

  it('gives queries the columns that PostgreSQL prepares', async () => {
    const client = await load(ddl);
    const random = createRandom(11);
    const views = expected.filter(({ kind }) => kind === 'v');
    const queries = [
      ...randomQueries(tables(), 100, random),
      ...views.map(({ name }) => ({ name, sql: `SELECT * FROM ${name}` })),
    ];
    const { different, unknown, agree } = tally(compare(await described(queries, client), schema));
    expect(different).toEqual([]);
    expect(unknown).toEqual([]);
    expect(agree).toBe(150);
  });
});
