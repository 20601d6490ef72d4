export {
  createFaultCounter,
  type FaultCounter,
  type Rates,
  type CounterSnapshot,
} from './fault-counter.js';
export { joinObservers } from './join-observers.js';
export { createJournal, type Journal, type JournalOptions } from './journal.js';
export type { JournalEntry } from './journal-entry.js';
export { defaultJournalPath } from './journal-file.js';
export { findInJournal, readJournal, type JournalSearch } from './read-journal.js';
export {
  toOpenTelemetry,
  type MetricsLike,
  type OpenTelemetryOptions,
  type TelemetryObservers,
  type TraceLike,
} from './to-open-telemetry.js';
export { toPino, type PinoLike } from './to-pino.js';
