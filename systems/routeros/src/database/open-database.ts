import { openStore, type Store } from '@errata/store';
import { MIGRATIONS } from './migrations.js';
import type { RouterosDatabase } from './schema.js';

/** The database at a url, with all tables in their newest form. */
export function openDatabase(url: string): Promise<Store<RouterosDatabase>> {
  return openStore<RouterosDatabase>({ url, migrations: MIGRATIONS });
}
