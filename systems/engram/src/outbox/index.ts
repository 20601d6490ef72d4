export {
  createOutboxWorker,
  type OutboxRun,
  type OutboxWorker,
  type OutboxWorkerOptions,
} from './create-outbox-worker.js';
export { deliver, type Delivery } from './deliver.js';
export type { MemorySender } from './memory-sender.js';
export { recordSettlement } from './record-settlement.js';
export type { OnSettled, SendContext, Settlement } from './send-claim.js';
