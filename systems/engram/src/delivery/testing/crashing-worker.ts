import { openLogbook } from '../../logbook/logbook.js';
import { createDeliveryWorker } from '../delivery-worker.js';
import { createMemoryClient } from './memory-client.js';

/** A process that is killed after OpenMemory has stored a memory, before that is noted. */
const [url, evidenceFolder, memories, now] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];

const client = createMemoryClient(memories);
const logbook = await openLogbook({ url, evidenceFolder, now: () => Number(now) });
const worker = createDeliveryWorker({
  logbook,
  workerId: 'crashing',
  batch: 1,
  openMemory: {
    async add(memory, key) {
      const answer = await client.add(memory, key);
      process.kill(process.pid, 'SIGKILL');
      return answer;
    },
  },
});
await worker.runOnce();
