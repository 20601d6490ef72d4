import { loadModule } from 'libpg-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSchema } from './index.js';
import { findTools, startDebianPostgres, type DebianPostgres } from './testing/debian-postgres.js';
import { VARIED_DDL } from './testing/varied-ddl.js';
import { whatSchemaSays } from './testing/what-schema-says.js';
import { whatServerSays, type Shape } from './testing/what-server-says.js';

const tools = findTools();
const PARTS = ['columns', 'keys', 'indexes', 'types', 'routines', 'comments'] as const;

describe.skipIf(tools === undefined)(
  'a schema, and the server that has it [needs initdb, postgres and pg_dump]',
  () => {
    let postgres: DebianPostgres;
    let server: Shape;
    let dump: string;

    beforeAll(async () => {
      await loadModule();
      postgres = await startDebianPostgres(tools!);
      const client = await postgres.connect('postgres');
      try {
        await client.query(VARIED_DDL);
        server = await whatServerSays(client);
      } finally {
        await client.end();
      }
      dump = await postgres.dump('postgres');
    });
    afterAll(() => postgres.stop());

    it.each([...PARTS, 'defaults'] as const)(
      'has the %s of the server when the dump is read',
      (part) => {
        const schema = readSchema(dump);
        expect(schema.problems).toEqual([]);
        expect(withoutDerived(whatSchemaSays(schema))[part]).toEqual(withoutDerived(server)[part]);
      },
    );

    it.each(PARTS)(
      'has the %s of the server when the definitions are read as they were written',
      (part) => {
        const schema = readSchema(VARIED_DDL);
        expect(schema.problems).toEqual([]);
        expect(withoutDerived(whatSchemaSays(schema))[part]).toEqual(withoutDerived(server)[part]);
      },
    );
  },
);

/** The columns of tables that were made by a query follow from it. */
function withoutDerived(shape: Shape): Shape {
  return { ...shape, columns: shape.columns.filter((line) => !line.startsWith('public.made_by_')) };
}
