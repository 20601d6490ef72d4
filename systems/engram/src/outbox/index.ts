export {
  createOutboxWorker,
  type OutboxRun,
  type OutboxWorker,
  type OutboxWorkerOptions,
} from './create-outbox-worker.js';
export type { MemorySender } from './memory-sender.js';
export type { OnSettled, Settlement } from './send-claim.js';
