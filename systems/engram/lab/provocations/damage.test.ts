import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { inDatabase, whileLocked } from './damage.js';

const folder = mkdtempSync(join(tmpdir(), 'errata-database-'));
const path = join(folder, 'a.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a database of another program', () => {
  it('is worked on and closed, also where the work fails', async () => {
    await inDatabase(path, (database) => database.exec('create table t (a)'));
    let open: InstanceType<typeof DatabaseSync> | undefined;
    const failing = inDatabase(path, (database) => {
      open = database;
      throw new Error('stumbled');
    });
    await expect(failing).rejects.toThrow('stumbled');
    expect(open?.isOpen).toBe(false);
  });

  it('takes no writes while it is locked, and does afterwards', async () => {
    const other = new DatabaseSync(path);
    const write = () => other.exec('insert into t values (1)');
    try {
      await whileLocked(path, async () => expect(write).toThrow(/locked/));
      expect(write).not.toThrow();
    } finally {
      other.close();
    }
  });
});
