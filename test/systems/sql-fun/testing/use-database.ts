import { startPostgres, type Postgres } from '@errata/store/testing';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';

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
