import { createRedactor, type Redactor } from '@errata/core/fault';
import { openStore, type Store } from '@errata/store';
import { createLogbook } from './create-logbook.js';
import { openEvidenceFiles } from './evidence-files.js';
import { isUncoded } from './find-problem.js';
import { connectionLost } from './guard.js';
import type { Logbook } from './logbook.js';
import { MIGRATIONS } from './migrations.js';
import type { LogbookDatabase } from './schema.js';
import { checkFailed, toLogbookFault } from './to-logbook-fault.js';

export interface LogbookOptions {
  /** `sqlite:/path/file.db`, `sqlite::memory:`, a plain path, or `postgres://…`. */
  readonly url: string;
  /** Where the bytes of evidence are. */
  readonly evidenceFolder: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly redactor?: Redactor;
  /** Milliseconds to wait for another process that writes to the same SQLite file; 5,000 unless told. */
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
