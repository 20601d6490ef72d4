import { existsSync } from 'node:fs';
import { openStore, sql } from '@errata/store';
import { expect, it } from 'vitest';
import { findPostgres, startPostgres } from './postgres.js';

it('a PostgreSQL of our own answers until it is stopped, and leaves no files', async () => {
  const server = await startPostgres(findPostgres()!);
  const store = await openStore({ url: server.url, migrations: {} });
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(store.db);
  await store.close();
  const folder = rows[0]!.data_directory;
  expect(existsSync(folder)).toBe(true);
  await server.stop();
  await expect(openStore({ url: server.url, migrations: {} })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
  await server.close();
  expect(existsSync(folder)).toBe(false);
});
