import { createHash } from 'node:crypto';
import { Catalog } from '../catalog/index.js';
import { extensionsFor, loadDump, parseDumpFile, type LoadedDump } from '../dump/index.js';
import { Postgres, type Notes } from '../engine/index.js';
import { hideUnexposed } from '../exposure/index.js';
import { createExposure, type ExposureRules } from '../policy/index.js';
import { DatabaseStore, type Stored } from './store.js';

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

/** The version of PGlite, whose databases no other can open. */
export const PGLITE = '0.5.16';
/** Raised when the loader makes another database of the same dump. */
const FORMAT = 3;

/** Opens the database of a dump; with `exposed`, the one that has nothing else. */
export async function openDatabase(
  dump: DumpText,
  store: DatabaseStore,
  exposed?: Exposed,
): Promise<Database> {
  const whole = await store.get<DumpNotes>(keyOf(dump.sha256), (file) => make(dump, file, store));
  const { file, notes } =
    exposed === undefined
      ? { ...whole, notes: { dump: whole.notes, stubViews: [], types: [] } }
      : await store.get<ReducedNotes>(keyOf(dump.sha256, exposed), (reduced) =>
          reduce(whole, exposed, reduced),
        );
  const postgres = await open(notes.dump, file);
  try {
    return {
      postgres,
      catalog: await Catalog.read(postgres),
      dump: notes.dump,
      stubViews: new Set(notes.stubViews),
      types: new Set(notes.types),
      close: () => postgres.close(),
    };
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

function keyOf(...parts: readonly unknown[]): string {
  const key = JSON.stringify([FORMAT, PGLITE, ...parts]);
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

type DumpNotes = LoadedDump & Notes;
type ReducedNotes = Notes &
  Awaited<ReturnType<typeof hideUnexposed>> & { readonly dump: DumpNotes };

/** Makes the empty database that every other one begins as, where the cache does not have it yet. Returns its snapshot. */
export async function prepareCache(folder: string): Promise<string> {
  return (await emptyDatabase(new DatabaseStore(folder))).file;
}

function emptyDatabase(store: DatabaseStore): Promise<Stored<Notes>> {
  return store.get(`empty-${FORMAT}-${PGLITE}`, async (file) => {
    await (await Postgres.open()).save(file, {});
  });
}

/** Loads a dump into a new database. */
async function make({ file, text }: DumpText, made: string, store: DatabaseStore): Promise<void> {
  const dump = await parseDumpFile(file, text);
  const postgres = await open(dump, (await emptyDatabase(store)).file);
  await saveOrClose(postgres, made, async () => ({ ...(await loadDump(dump, postgres)) }));
}

/** Drops what is not exposed. */
async function reduce(
  { file, notes }: Stored<DumpNotes>,
  { rules, path }: Exposed,
  made: string,
): Promise<void> {
  const postgres = await open(notes, file);
  await saveOrClose(postgres, made, async () => {
    const exposure = createExposure(rules, path);
    return { dump: notes, ...(await hideUnexposed(postgres, { exposure, path })) };
  });
}

async function saveOrClose(
  postgres: Postgres,
  file: string,
  work: () => Promise<Notes>,
): Promise<void> {
  try {
    await postgres.save(file, await work());
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

async function open(
  { extensions }: Pick<LoadedDump, 'extensions'>,
  snapshot: string,
): Promise<Postgres> {
  return Postgres.open({ snapshot, extensions: await extensionsFor(extensions) });
}
