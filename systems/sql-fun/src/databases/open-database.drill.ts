import { copyFile, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TEST_CACHE } from '../../lab/testing/test-cache.js';
import { openDatabase, prepareCache } from './open-database.js';
import { DatabaseStore } from './store.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-databases-'));
  const empty = await prepareCache(TEST_CACHE);
  await copyFile(empty, join(folder, empty.slice(empty.lastIndexOf('/') + 1)));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const DUMP = { file: 'schema.sql', text: 'CREATE TABLE users (id bigint);', sha256: 'x' };

/** Overwrites the middle of a file; its index and its length stay. */
async function damage(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(10_000_000), 0, 10_000_000, 2_000_000);
  await handle.close();
}

it('makes damaged databases again', async () => {
  const answer = async () => {
    const { postgres, close } = await openDatabase(DUMP, new DatabaseStore(folder));
    const described = await postgres.describe('SELECT id FROM users');
    await close();
    return described.columns.map(({ name }) => name);
  };
  expect(await answer()).toEqual(['id']);
  for (const name of await readdir(folder)) await damage(join(folder, name));
  expect(await answer()).toEqual(['id']);
});
