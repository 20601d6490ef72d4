import { openStore, type Selectable } from '@errata/store';
// Databases are no part of the package, so they are reached by path.
import { MIGRATIONS, type LogbookDatabase } from '../../../../systems/engram/src/logbook/schema.js';
import {
  createTables,
  type ArchiveSchema,
} from '../../../../systems/engram/src/openmemory/archive/schema.js';
import type { Lab } from './lab.js';

type Row<T extends keyof LogbookDatabase> = Selectable<LogbookDatabase[T]>;

/** All that is on record of writes: in the logbook, and in OpenMemory. */
export interface Records {
  readonly outbox: readonly Row<'outbox_memory'>[];
  readonly audit: readonly Row<'write_audit'>[];
  readonly candidates: readonly Row<'knowledge_candidates'>[];
  readonly memories: readonly Selectable<ArchiveSchema['memories']>[];
  readonly usedKeys: readonly Selectable<ArchiveSchema['used_keys']>[];
}

export async function readRecords({ logbook, archive }: Pick<Lab, 'logbook' | 'archive'>) {
  return { ...(await readLogbook(logbook)), ...(await readArchive(archive)) } satisfies Records;
}

/** The logbook's database, beside the gateways that use it. */
export const openDatabase = (url: string) =>
  openStore<LogbookDatabase>({ url, migrations: MIGRATIONS });

async function readLogbook(url: string) {
  const { db, close } = await openDatabase(url);
  try {
    return {
      outbox: await db.selectFrom('outbox_memory').selectAll().orderBy('id').execute(),
      audit: await db.selectFrom('write_audit').selectAll().orderBy('id').execute(),
      candidates: await db.selectFrom('knowledge_candidates').selectAll().orderBy('id').execute(),
    };
  } finally {
    await close();
  }
}

/** What OpenMemory has in its file, also while it does not answer. */
export async function readArchive(path: string) {
  const migrations = { '001_tables': createTables };
  const { db, close } = await openStore<ArchiveSchema>({ url: `sqlite:${path}`, migrations });
  try {
    return {
      memories: await db.selectFrom('memories').selectAll().execute(),
      usedKeys: await db.selectFrom('used_keys').selectAll().execute(),
    };
  } finally {
    await close();
  }
}
