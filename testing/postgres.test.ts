import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { openStore, sql } from '../packages/store/src/index.js';
import { startPostgres } from './postgres.js';

it('a server to test with is gone after stop, and so are its files', async () => {
  const server = await startPostgres();
  const store = await openStore({ url: server.url, migrations: {} });
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(store.db);
  await store.close();
  const folder = rows[0]!.data_directory;
  expect(existsSync(folder)).toBe(true);
  expect(await server.createDatabase()).not.toBe(await server.createDatabase());
  await server.stop();
  expect(existsSync(folder)).toBe(false);
  await expect(openStore({ url: server.url, migrations: {} })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});

it('a server is gone after stop also where somebody removed its files before', async () => {
  const server = await startPostgres();
  const store = await openStore({ url: server.url, migrations: {} });
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(store.db);
  await store.close();
  rmSync(dirname(rows[0]!.data_directory), { recursive: true });
  await server.leave();
  await expect(openStore({ url: server.url, migrations: {} })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});
