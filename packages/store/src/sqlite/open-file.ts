import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMemory } from '../parse-url.js';
import { loadDatabaseSync, type DatabaseSync } from './database-sync.js';
import { whenFree, type BusyOptions } from './when-free.js';

/** Open a file, or make it for its owner alone. What was committed survives the loss of power. */
export async function openFile(target: string, busy: BusyOptions): Promise<DatabaseSync> {
  const Database = await loadDatabaseSync();
  if (!isMemory(target)) create(target);
  const database = new Database(target);
  try {
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
      await whenFree(() => database.exec(`pragma ${pragma}`), busy);
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** The files that SQLite puts beside this one get the same mode. */
function create(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}
