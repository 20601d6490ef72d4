import type { OutboxMemory } from '../logbook/index.js';

/** What the worker needs of the client of OpenMemory. The same key again adds nothing and answers with the same id. */
export interface MemorySender {
  add(memory: OutboxMemory, idempotencyKey: string): Promise<{ readonly id: string }>;
}
