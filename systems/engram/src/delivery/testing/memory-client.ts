import type { MemorySender } from '../deliver.js';

/** Sends to the service of `startMemories`. */
export function createMemoryClient(url: string): MemorySender {
  return {
    async add(memory, key) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify(memory),
      });
      return (await response.json()) as { id: string };
    },
  };
}
