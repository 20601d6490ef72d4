import { openLogbook } from '../../logbook/logbook.js';
import { createOpenMemoryClient, type DialectName } from '../../openmemory/index.js';
import { createDeliveryWorker } from '../delivery-worker.js';

/** A process that is killed after OpenMemory has stored a memory, before that is noted. */
const [url, evidenceFolder, now, openMemoryUrl, dialect, apiKey] = process.argv.slice(2) as [
  ...[string, string, string, string],
  DialectName,
  string,
];

const client = createOpenMemoryClient({ url: openMemoryUrl, dialect, apiKey });
const logbook = await openLogbook({ url, evidenceFolder, now: () => Number(now) });
const worker = createDeliveryWorker({
  logbook,
  workerId: 'crashing',
  batch: 1,
  openMemory: {
    async add(...given) {
      const answer = await client.add(...given);
      process.kill(process.pid, 'SIGKILL');
      return answer;
    },
  },
});
await worker.runOnce();
