import { afterAll, beforeAll } from 'vitest';
import { startDebianPostgres, type DebianPostgres } from './debian-postgres.js';

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
