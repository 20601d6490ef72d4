import { createHash } from 'node:crypto';
import { DatabaseCatalog, readNames, type CatalogNames } from '../catalog/catalog.js';
import { loadDump } from '../dump/load-dump.js';
import { extensionsFor, type LoadedDump } from '../dump/loaded-dump.js';
import { parseDumpFile } from '../dump/read-dump.js';
import { DamagedSnapshot, Postgres } from '../engine/postgres.js';
import type { Notes } from '../engine/snapshot.js';
import { hideUnexposed, type HiddenDatabase } from '../exposure/hide-unexposed.js';
import { createExposure, type ExposureRules } from '../policy/exposure.js';
import { DatabaseStore, type Stored } from './store.js';

export interface Database {
  readonly postgres: Postgres;
  readonly catalog: DatabaseCatalog;
  readonly dump: LoadedDump;
  /** Views of which only the columns are there. */
  readonly stubViews: ReadonlySet<number>;
  /** Types of exposed columns, which may be named although their schema is not exposed. */
  readonly types: ReadonlySet<string>;
  close(): Promise<void>;
}

export interface DumpText {
  readonly file: string;
  readonly text: string;
  readonly sha256: string;
}

/** What MCP may see, and along which path names are looked for. */
export interface Exposed {
  readonly rules: ExposureRules;
  readonly path: readonly string[];
}

/** The version of PGlite, whose databases no other can open. */
const PGLITE = '0.5.16';
/** Raised when the loader makes another database of the same dump. */
const FORMAT = 3;

/** What is written beside a database, so that it is not read again. */
interface DatabaseNotes extends Notes, HiddenDatabase {
  readonly dump: LoadedDump;
  readonly names: CatalogNames;
}

/** A database is made of another, and that of an empty one: each may be damaged. */
const MOST_DAMAGED = 3;

/** Opens the database of a dump; with `exposed`, the one that has nothing else. What is damaged is made again. */
export async function openDatabase(
  dump: DumpText,
  store: DatabaseStore,
  exposed?: Exposed,
): Promise<Database> {
  for (let damaged = 0; ; damaged++) {
    try {
      return await openStored(dump, store, exposed);
    } catch (thrown) {
      if (!(thrown instanceof DamagedSnapshot) || damaged === MOST_DAMAGED) throw thrown;
      await store.discard(thrown.file);
    }
  }
}

async function openStored(
  dump: DumpText,
  store: DatabaseStore,
  exposed: Exposed | undefined,
): Promise<Database> {
  let stored = await store.get<DatabaseNotes>(keyOf(dump.sha256), (to) => make(dump, store, to));
  if (exposed !== undefined) {
    const { file, notes } = stored;
    const { rules, path } = exposed;
    stored = await store.get<DatabaseNotes>(keyOf(dump.sha256, exposed), (to) =>
      derive(notes.dump, file, to, async (postgres) => {
        const exposure = createExposure(rules, path);
        return { dump: notes.dump, ...(await hideUnexposed(postgres, { exposure, path })) };
      }),
    );
  }
  const { file, notes } = stored;
  const postgres = await open(notes.dump, file);
  return {
    postgres,
    catalog: new DatabaseCatalog(postgres, notes.names),
    dump: notes.dump,
    stubViews: new Set(notes.stubViews),
    types: new Set(notes.types),
    close: () => postgres.close(),
  };
}

function keyOf(...parts: readonly unknown[]): string {
  const key = JSON.stringify([FORMAT, PGLITE, ...parts]);
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

/** Makes the empty database that every other one begins as, where the cache does not have it yet. Returns its snapshot. */
export async function prepareCache(folder: string): Promise<string> {
  return (await emptyDatabase(new DatabaseStore(folder))).file;
}

function emptyDatabase(store: DatabaseStore): Promise<Stored<Notes>> {
  return store.get(`empty-${FORMAT}-${PGLITE}`, async (file) => {
    const postgres = await Postgres.open();
    await postgres.save(file, {}).finally(() => postgres.close());
  });
}

async function make({ file, text }: DumpText, store: DatabaseStore, to: string): Promise<void> {
  const dump = await parseDumpFile(file, text);
  const { file: empty } = await emptyDatabase(store);
  await derive(dump, empty, to, async (postgres) => {
    return { dump: await loadDump(dump, postgres), stubViews: [], types: [] };
  });
}

async function derive(
  dump: Pick<LoadedDump, 'extensions'>,
  from: string,
  to: string,
  change: (postgres: Postgres) => Promise<Omit<DatabaseNotes, 'names'>>,
): Promise<void> {
  const postgres = await open(dump, from);
  try {
    const notes = await change(postgres);
    await postgres.save(to, { ...notes, names: await readNames(postgres) });
  } finally {
    await postgres.close();
  }
}

async function open({ extensions }: Pick<LoadedDump, 'extensions'>, snapshot: string) {
  return Postgres.open({ snapshot, extensions: await extensionsFor(extensions) });
}
