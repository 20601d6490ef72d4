import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, sql, type Migration } from '@errata/store';
import { faultOf, runProgram } from '@errata/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLogbook } from './logbook.js';
import { MIGRATIONS } from './schema.js';
import { openTestLogbook } from './testing/describe-logbooks.js';

const unavailable = (error_type: string) => ({
  reason: 'LOGBOOK_DB_UNAVAILABLE',
  retryable: true,
  effect: 'none',
  context: { service: 'logbook', error_type },
});
const failed = (check: string) => ({
  reason: 'LOGBOOK_DB_CHECK_FAILED',
  retryable: false,
  context: { service: 'logbook', check },
});

describe('a logbook in a file', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-engram-'));
    path = join(folder, 'logbook.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = (url = path, evidenceFolder = join(folder, 'evidence')) =>
    openLogbook({ url, evidenceFolder, busyTimeout: 20 });

  it('that another connection has locked is unavailable until it is free', async () => {
    const { logbook, close } = await openTestLogbook(path, 20);
    const other = await openTestLogbook(path);
    await other.logbook.transaction(async () => {
      expect(await faultOf(logbook.users.add({ id: 'ann' }))).toMatchObject(
        unavailable('SQLITE_BUSY'),
      );
      expect(await faultOf(logbook.transaction(async () => 1))).toMatchObject(
        unavailable('SQLITE_BUSY'),
      );
      expect(await logbook.users.list()).toEqual([]);
    });
    expect(await logbook.users.add({ id: 'ann' })).toBe(true);
    await Promise.all([close(), other.close()]);
  });

  it('that is full is unavailable, and goes on when there is room', async () => {
    const { logbook, db, close } = await openTestLogbook(path);
    await sql`pragma max_page_count = 1`.execute(db);
    const content = 'x'.repeat(50_000);
    const add = () => logbook.candidates.add({ space: 's', actor: 'a', content, outboxId: 1 });
    const full = { ...unavailable('SQLITE_FULL'), retryAfter: 60 };
    expect(await faultOf(add())).toMatchObject(full);
    // SQLite ends the transaction by itself here.
    const store = logbook.transaction(async (parts) => {
      await parts.users.add({ id: 'ann' });
      await parts.candidates.add({ space: 's', actor: 'a', content, outboxId: 1 });
    });
    expect(await faultOf(store)).toMatchObject(full);
    expect(await logbook.users.list()).toEqual([]);
    await sql`pragma max_page_count = 100000`.execute(db);
    expect(await add()).toBe(1);
    await close();
  });

  it('that may not be written to fails its check, and is read', async () => {
    const { logbook, db, close } = await openTestLogbook(path);
    await sql`pragma query_only = on`.execute(db);
    expect(await faultOf(logbook.users.add({ id: 'ann' }))).toMatchObject(
      failed('database writable'),
    );
    expect(await logbook.users.list()).toEqual([]);
    await sql`pragma query_only = off`.execute(db);
    await close();
  });

  it('that is a folder, or in a file, fails its check', async () => {
    mkdirSync(path);
    expect(await faultOf(open())).toMatchObject(failed('database file'));
    const letter = join(folder, 'letter');
    writeFileSync(letter, 'dear aunt');
    expect(await faultOf(open(join(letter, 'logbook.db')))).toMatchObject(failed('database file'));
  });

  it('that is not a database fails its check', async () => {
    writeFileSync(path, 'this is a letter to my aunt, and no database at all. '.repeat(30));
    expect(await faultOf(open())).toMatchObject(failed('database format'));
  });

  it('that is damaged fails its check', async () => {
    const { db, close } = await openTestLogbook(path);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await close();
    const bytes = readFileSync(path);
    const pageSize = bytes.readUInt16BE(16);
    bytes.fill(0xff, pageSize);
    writeFileSync(path, bytes);
    expect(await faultOf(open())).toMatchObject(failed('database intact'));
  });

  it('that a newer program made fails its check', async () => {
    const later: Migration = { up: async () => {} };
    const store = await openStore({
      url: path,
      migrations: { ...MIGRATIONS, '9999_later': later },
    });
    await store.close();
    const fault = await faultOf(open());
    expect(fault).toMatchObject(failed('migrations'));
    expect((fault.cause as Error).message).toContain('newer than this program');
  });

  it('whose evidence folder is a file fails its check, and keeps nothing open', async () => {
    const letter = join(folder, 'letter');
    writeFileSync(letter, 'dear aunt');
    expect(await faultOf(open(path, letter))).toMatchObject(failed('evidence folder'));
    expect(await faultOf(open(path, join(letter, 'deep')))).toMatchObject(
      failed('evidence folder'),
    );
    const logbook = await open();
    await logbook.check();
    await logbook.close();
  });

  it('says without a disguise that its url is none', async () => {
    await expect(open('mysql://u:hunter2@h/d')).rejects.toThrow(TypeError);
  });
});

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.skipIf(!canMount)('a logbook on a disk of its own [needs unshare --mount]', () => {
  it('tells a full disk and a read-only one apart', async () => {
    const mountPoint = mkdtempSync(join(tmpdir(), 'errata-engram-'));
    try {
      const { code, output, complaints } = await runProgram(
        new URL('./testing/small-disk-program.ts', import.meta.url),
        { within: ['unshare', '--mount'], args: [mountPoint] },
      );
      expect(complaints).toBe('');
      expect(code).toBe(0);
      const full = { reason: 'LOGBOOK_DB_UNAVAILABLE', retryable: true, error_type: 'SQLITE_FULL' };
      expect(JSON.parse(output)).toEqual({
        candidates: full,
        evidence: { ...full, error_type: 'ENOSPC' },
        opening: { ...full, error_type: expect.stringMatching(/FULL|ENOSPC|SHMSIZE/) as unknown },
        afterwards: true,
        readOnly: {
          reason: 'LOGBOOK_DB_CHECK_FAILED',
          retryable: false,
          check: 'database writable',
        },
      });
    } finally {
      rmSync(mountPoint, { recursive: true });
    }
  });
});
