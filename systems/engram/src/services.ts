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
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
