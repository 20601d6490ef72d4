import type { Redactor } from '@errata/core/fault';
import type { Logbook } from './logbook/index.js';
import type { OpenMemoryClient } from './openmemory/index.js';
import type { Settings } from './settings/index.js';

/** What every tool works with. */
export interface Services {
  readonly settings: Settings;
  readonly logbook: Logbook;
  readonly openMemory: OpenMemoryClient;
  readonly redactor: Redactor;
  /** Hears of rows of the outbox whose end could not be noted; the worker finds out by itself. */
  readonly onUnsettled: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
