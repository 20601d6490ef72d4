import type { StoreDialect } from '@errata/store';
import type { Candidates } from './candidates.js';
import type { Evidence } from './evidence.js';
import type { Outbox } from './outbox.js';
import type { Settings } from './settings.js';
import type { Users } from './users.js';
import type { WriteAudit } from './write-audit.js';

/** The parts of the logbook, of which each has its tables. */
export interface LogbookParts {
  readonly users: Users;
  readonly settings: Settings;
  readonly audit: WriteAudit;
  readonly outbox: Outbox;
  readonly candidates: Candidates;
  readonly evidence: Evidence;
}

/** What the gateway must not forget. Whatever fails in it is LOGBOOK_DB_UNAVAILABLE or LOGBOOK_DB_CHECK_FAILED. */
export interface Logbook extends LogbookParts {
  readonly dialect: StoreDialect;
  /** Throws LOGBOOK_DB_CHECK_FAILED unless every table and column and the folder of evidence are there. */
  check(): Promise<void>;
  /**
   * Everything or nothing. The work uses the parts that it is given, not those of the logbook: these would wait for the
   * end of the transaction. What the work throws takes everything back and is thrown on.
   */
  transaction<T>(work: (parts: LogbookParts) => Promise<T>): Promise<T>;
  /** What was begun is finished first; what comes later is refused. */
  close(): Promise<void>;
}
