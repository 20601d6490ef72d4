import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Catalog } from '../catalog/index.js';
import { extensionsFor, loadDump, parseDumpFile, type LoadedDump } from '../dump/index.js';
import { Postgres } from '../engine/index.js';
import { hideUnexposed } from '../exposure/index.js';
import { createExposure, type ExposureRules } from '../policy/index.js';
import { copyData, DatabaseStore, type Notes, type Stored } from './store.js';

/** The database of a dump, open in this process. */
export interface Database {
  readonly postgres: Postgres;
  readonly catalog: Catalog;
  readonly dump: LoadedDump;
  /** Views of which only the columns are there. */
  readonly stubViews: ReadonlySet<number>;
  /** Types of exposed columns, which may be named although their schema is not exposed. */
  readonly types: ReadonlySet<string>;
  close(): Promise<void>;
}

export interface DumpText {
  /** Its path, for what is wrong with it. */
  readonly file: string;
  readonly text: string;
  /** Of its bytes, in hex. */
  readonly sha256: string;
}

/** What MCP may see, and along which path names are looked for. */
export interface Exposed {
  readonly rules: ExposureRules;
  readonly path: readonly string[];
}

/** The version of PGlite, whose data folders no other can open. */
export const PGLITE = '0.5.16';
/** Raised when the loader makes another database of the same dump. */
const FORMAT = 2;

/** Opens a copy of the database of a dump; with `exposed`, of the one that has nothing else. */
export async function openDatabase(
  dump: DumpText,
  store: DatabaseStore,
  exposed?: Exposed,
): Promise<Database> {
  const whole = await store.get(keyOf(dump.sha256), (data) => make(dump, data, store));
  const { data, notes } =
    exposed === undefined
      ? { ...whole, notes: { dump: whole.notes, stubViews: [], types: [] } }
      : await store.get(keyOf(dump.sha256, exposed), async (reduced) => {
          const seen = await reduce(whole.data, whole.notes, exposed, reduced);
          return { dump: whole.notes, ...seen };
        });
  const own = await store.copy(data);
  const remove = () => rm(own, { recursive: true, force: true });
  try {
    const postgres = await open(own, notes.dump);
    return {
      postgres,
      catalog: await Catalog.read(postgres),
      dump: notes.dump,
      stubViews: new Set(notes.stubViews),
      types: new Set(notes.types),
      async close() {
        // Nobody opens this copy again: it does not matter how its last writing ended.
        await postgres.close().catch(() => undefined);
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function keyOf(...parts: readonly unknown[]): string {
  const key = JSON.stringify([FORMAT, PGLITE, ...parts]);
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

type DumpNotes = LoadedDump & Readonly<Record<string, unknown>>;

/** Makes the empty database that every other one begins as, where the cache does not have it yet. */
export async function prepareCache(folder: string): Promise<void> {
  await emptyDatabase(new DatabaseStore(folder));
}

function emptyDatabase(store: DatabaseStore): Promise<Stored<Notes>> {
  return store.get(`empty-${PGLITE}`, async (folder) => {
    await (await Postgres.open({ folder })).close();
    return {};
  });
}

/** Loads a dump into a new data folder. */
async function make(
  { file, text }: DumpText,
  data: string,
  store: DatabaseStore,
): Promise<DumpNotes> {
  const dump = await parseDumpFile(file, text);
  const empty = await emptyDatabase(store);
  await copyData(empty.data, data);
  const postgres = await open(data, dump);
  try {
    return { ...(await loadDump(dump, postgres)) };
  } finally {
    await postgres.close();
  }
}

/** Copies a database and drops what is not exposed. */
async function reduce(
  from: string,
  dump: LoadedDump,
  { rules, path }: Exposed,
  data: string,
): ReturnType<typeof hideUnexposed> {
  await copyData(from, data);
  const postgres = await open(data, dump);
  try {
    return await hideUnexposed(postgres, { exposure: createExposure(rules, path), path });
  } finally {
    await postgres.close();
  }
}

async function open(
  folder: string,
  { extensions }: Pick<LoadedDump, 'extensions'>,
): Promise<Postgres> {
  return Postgres.open({ folder, extensions: await extensionsFor(extensions) });
}
