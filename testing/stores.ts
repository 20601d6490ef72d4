import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { StoreDialect } from '@errata/store';
import { sharedPostgres } from './postgres.js';

/** Databases to test with, of one kind. */
export interface TestDatabases {
  readonly dialect: StoreDialect;
  /** The url of an unused database. */
  createUrl(): Promise<string>;
}

/** Run the same tests on SQLite and on PostgreSQL. */
export function describeStores(name: string, tests: (databases: TestDatabases) => void): void {
  describeSqlite(name, tests);
  describePostgres(name, tests);
}

/** In `npm test` on SQLite, in the drills on PostgreSQL: for files that both run, `*.stores.test.ts`. */
export const describeStoreOfCircle =
  process.env['ERRATA_CIRCLE'] === 'drill' ? describePostgres : describeSqlite;

function describeSqlite(name: string, tests: (databases: TestDatabases) => void): void {
  describe(`${name}, on SQLite`, () => {
    let folder: string;
    let count = 0;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'errata-store-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));
    tests({
      dialect: 'sqlite',
      createUrl: async () => `sqlite:${join(folder, `${++count}.db`)}`,
    });
  });
}

function describePostgres(name: string, tests: (databases: TestDatabases) => void): void {
  describe(`${name}, on PostgreSQL`, () => {
    beforeAll(sharedPostgres);
    tests({
      dialect: 'postgres',
      createUrl: async () => (await sharedPostgres()).createDatabase(),
    });
  });
}
