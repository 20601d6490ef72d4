import { startPostgres, type Postgres } from '@errata/store/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTED } from './testing/accepted.js';
import { describeBy } from './testing/describe-by.js';
import { REFUSED } from './testing/refused.js';
import { SHOP } from './testing/shop.js';

// The tables of literals are what the analysis answers; here the same literals are held against PostgreSQL itself.
describe('what is expected of the analysis', () => {
  let server: Postgres;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startPostgres();
    client = new pg.Client({ connectionString: await server.createDatabase() });
    await client.connect();
    await client.query(SHOP);
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  it('is what PostgreSQL says of statements that are right', async () => {
    for (const [sql, columns, parameters = ''] of ACCEPTED) {
      const expected = { columns: belowDomains(columns), parameters };
      expect([sql, await describeBy(client, sql)]).toEqual([sql, expected]);
    }
  });

  it('is an error of PostgreSQL for statements that are wrong', async () => {
    for (const [sql] of REFUSED) {
      expect([sql, await describeBy(client, sql)]).toEqual([sql, { error: expect.any(String) }]);
    }
  });
});

/** A client is told the types that domains are made of. */
function belowDomains(columns: string): string {
  return columns
    .replaceAll(/ email(?=,|$)/g, ' character varying(120)')
    .replaceAll('information_schema.sql_identifier', 'name');
}
