import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor } from '@errata/core';
import { openStore, type Kysely, type StoreDialect } from '@errata/store';
import { describeStoreOfCircle } from '@errata/testing/stores';
import { afterEach } from 'vitest';
import { openEvidenceFiles } from '../evidence-files.js';
import { createLogbook, type Logbook } from '../logbook.js';
import { MIGRATIONS, type LogbookDatabase } from '../schema.js';

export const START = '2026-01-01T00:00:00.000Z';
export const SECRET = 'open-sesame-42';

/** A logbook with its database, its folder and a clock that only `advance` moves. */
export interface TestLogbook {
  readonly logbook: Logbook;
  readonly db: Kysely<LogbookDatabase>;
  readonly url: string;
  readonly folder: string;
  advance(milliseconds: number): void;
}

export interface TestLogbooks {
  readonly dialect: StoreDialect;
  createUrl(): Promise<string>;
  /** A logbook, closed after the test. Default: a fresh database. */
  open(url?: string): Promise<TestLogbook>;
}

/** Run the tests on the database of this circle: SQLite in `npm test`, PostgreSQL in the drills. */
export function describeLogbooks(name: string, tests: (logbooks: TestLogbooks) => void): void {
  describeStoreOfCircle(name, ({ dialect, createUrl }) => {
    const cleaners: (() => Promise<void>)[] = [];
    afterEach(async () => {
      await Promise.all(cleaners.splice(0).map((clean) => clean()));
    });
    tests({
      dialect,
      createUrl,
      async open(given) {
        const opened = await openTestLogbook(given ?? (await createUrl()));
        cleaners.push(opened.close);
        return opened;
      },
    });
  });
}

export async function openTestLogbook(
  url: string,
  busyTimeout = 5_000,
): Promise<TestLogbook & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-engram-'));
  const redactor = createRedactor({ secrets: [SECRET] });
  const store = await openStore<LogbookDatabase>({ url, migrations: MIGRATIONS, busyTimeout });
  const files = await openEvidenceFiles(folder);
  let time = Date.parse(START);
  const logbook = createLogbook({ store, files, redactor, now: () => time });
  return {
    ...{ logbook, db: store.db, url, folder },
    advance: (milliseconds) => void (time += milliseconds),
    async close() {
      await logbook.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
