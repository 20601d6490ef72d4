import type { Redactor } from '@errata/core/fault';
import type { Kysely, Store } from '@errata/store';
import { createCandidates } from './candidates.js';
import { createOutbox } from './create-outbox.js';
import type { EvidenceFiles } from './evidence-files.js';
import { createEvidence } from './evidence.js';
import { findMissing } from './find-missing.js';
import type { Ground } from './ground.js';
import { createGuard } from './guard.js';
import type { Logbook, LogbookParts } from './logbook.js';
import type { LogbookDatabase } from './schema.js';
import { createSettings } from './settings.js';
import { checkFailed } from './to-logbook-fault.js';
import { createUsers } from './users.js';
import { createWriteAudit } from './write-audit.js';

export interface LogbookMaterial {
  readonly store: Store<LogbookDatabase>;
  readonly files: EvidenceFiles;
  readonly redactor: Redactor;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A logbook on an open database. */
export function createLogbook({ store, files, redactor, now }: LogbookMaterial): Logbook {
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
  const partsOn = (ground: Ground): LogbookParts => ({
    users: createUsers(ground),
    settings: createSettings(ground),
    audit: createWriteAudit(ground),
    outbox: createOutbox(ground),
    candidates: createCandidates(ground),
    evidence: createEvidence(ground, files),
  });

  const ground = groundOn(root);
  return {
    ...partsOn(ground),
    dialect,
    check: () =>
      ground.guard.read(async () => {
        const missing = await findMissing(root, dialect);
        if (missing !== undefined) throw checkFailed({ check: missing });
        await files.check();
      }),
    async transaction<T>(work: (parts: LogbookParts) => Promise<T>) {
      // What the work threw is its own affair, also if it looks like a failure of a database.
      let thrown: { readonly error: unknown } | undefined;
      const run = (trx: Kysely<LogbookDatabase>) =>
        work(partsOn(groundOn(trx))).catch((error: unknown) => {
          thrown = { error };
          throw error;
        });
      const outcome = await ground.guard.write(() =>
        root
          .transaction()
          .execute(run)
          .then(
            (value) => ({ value }),
            (error: unknown) => {
              if (thrown?.error === error) return undefined;
              throw error;
            },
          ),
      );
      if (outcome === undefined) throw thrown?.error;
      return outcome.value;
    },
    async close() {
      closed = true;
      await store.close();
    },
  };
}
