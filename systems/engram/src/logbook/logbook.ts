import { createRedactor, type Redactor } from '@errata/core';
import { openStore, type Kysely, type Store } from '@errata/store';
import { createCandidates } from './candidates.js';
import { openEvidenceFiles, type EvidenceFiles } from './evidence-files.js';
import { createEvidence } from './evidence.js';
import type { Ground } from './ground.js';
import { checkFailed, connectionLost, createGuard, toLogbookFault } from './guard.js';
import { createOutbox } from './outbox.js';
import { findMissing, MIGRATIONS, type LogbookDatabase } from './schema.js';
import { createSettings } from './stored-settings.js';
import { isUncoded } from './storage-problems.js';
import { createTransfer } from './transfer.js';
import { createTeams, createUsers } from './users.js';
import { createWriteAudit } from './write-audit.js';

/** The parts of the logbook, of which each has its tables. */
export type LogbookParts = ReturnType<typeof createParts>;

export type Logbook = ReturnType<typeof createLogbook>;

export interface LogbookOptions {
  /** `sqlite:/path/file.db`, `sqlite::memory:`, a plain path, or `postgres://…`. */
  readonly url: string;
  /** Where the bytes of evidence are. */
  readonly evidenceFolder: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly redactor?: Redactor;
  /** Milliseconds to wait for another process that writes to the same SQLite file; default: 5,000. */
  readonly busyTimeout?: number;
}

/** Open the logbook and bring its tables up to date. */
export async function openLogbook(options: LogbookOptions): Promise<Logbook> {
  const { now = Date.now, redactor = createRedactor() } = options;
  const store = await openDatabase(options);
  try {
    const files = await openEvidenceFiles(options.evidenceFolder);
    return createLogbook({ store, files, redactor, now });
  } catch (error) {
    await store.close();
    throw toLogbookFault(error, { effect: 'none' });
  }
}

async function openDatabase({ url, busyTimeout }: LogbookOptions): Promise<Store<LogbookDatabase>> {
  try {
    return await openStore<LogbookDatabase>({
      url,
      migrations: MIGRATIONS,
      ...(busyTimeout !== undefined && { busyTimeout }),
    });
  } catch (error) {
    if (!isUncoded(error)) throw toLogbookFault(error, { effect: 'none' });
    // SQLite gives every failure a code: what has none is about the migrations.
    if (!/^postgres/i.test(url)) throw checkFailed({ check: 'migrations' }, error);
    throw connectionLost(error, 'none');
  }
}

interface LogbookMaterial {
  readonly store: Store<LogbookDatabase>;
  readonly files: EvidenceFiles;
  readonly redactor: Redactor;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

function createParts(ground: Ground, files: EvidenceFiles) {
  return {
    users: createUsers(ground),
    teams: createTeams(ground),
    transfer: createTransfer(ground),
    settings: createSettings(ground),
    audit: createWriteAudit(ground),
    outbox: createOutbox(ground),
    candidates: createCandidates(ground),
    evidence: createEvidence(ground, files),
  };
}

/** What the gateway must not forget, in an open database. Whatever fails in it is LOGBOOK_DB_UNAVAILABLE or LOGBOOK_DB_CHECK_FAILED. */
export function createLogbook({ store, files, redactor, now }: LogbookMaterial) {
  const { db: root, dialect } = store;
  let closed = false;

  const groundOn = (db: Kysely<LogbookDatabase>): Ground => {
    // SQLite has one connection; PostgreSQL says nothing more in a transaction that has failed.
    const looking = dialect === 'sqlite' ? db : root;
    const guard = createGuard({
      dialect,
      findMissing: () => findMissing(looking, dialect),
      isClosed: () => closed,
    });
    const at = (later = 0) => new Date(now() + later).toISOString();
    return { db, dialect, guard, at, redactor };
  };

  const ground = groundOn(root);
  return {
    ...createParts(ground, files),
    dialect,
    /** Throws LOGBOOK_DB_CHECK_FAILED unless every table and column and the folder of evidence are there. */
    check: () =>
      ground.guard.read(async () => {
        const missing = await findMissing(root, dialect);
        if (missing !== undefined) throw checkFailed({ check: missing });
        await files.check();
      }),
    /**
     * Everything or nothing. The work uses the parts that it is given, not those of the logbook: these would wait for the
     * end of the transaction. What the work throws takes everything back and is thrown on.
     */
    async transaction<T>(work: (parts: LogbookParts) => Promise<T>): Promise<T> {
      // What the work threw is its own affair, also if it looks like a failure of a database.
      let thrown: { readonly error: unknown } | undefined;
      const run = (trx: Kysely<LogbookDatabase>) =>
        work(createParts(groundOn(trx), files)).catch((error: unknown) => {
          thrown = { error };
          throw error;
        });
      const outcome = await ground.guard.write(async () => {
        try {
          return { value: await root.transaction().execute(run) };
        } catch (error) {
          if (thrown?.error === error) return undefined;
          throw error;
        }
      });
      if (outcome === undefined) throw thrown?.error;
      return outcome.value;
    },
    /** What was begun is finished first; what comes later is refused. */
    async close() {
      closed = true;
      await store.close();
    },
  };
}
