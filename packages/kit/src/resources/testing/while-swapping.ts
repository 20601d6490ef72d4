import { Worker } from 'node:worker_threads';

// As fast as a thread of its own can: what is awaited between two steps would keep step with the reader.
const SWAP = `
const { renameSync } = require('node:fs');
const { parentPort, receiveMessageOnPort, workerData: { folder, link } } = require('node:worker_threads');
const aside = folder + '-aside';
parentPort.postMessage('begun');
while (receiveMessageOnPort(parentPort) === undefined) {
  renameSync(folder, aside);
  renameSync(link, folder);
  renameSync(folder, link);
  renameSync(aside, folder);
}
parentPort.close();
`;

/** Exchanges a folder for a link and back without a pause while something is done; both are in their place afterwards. */
export async function whileSwapping(
  folder: string,
  link: string,
  work: () => Promise<void>,
): Promise<void> {
  const worker = new Worker(SWAP, { eval: true, workerData: { folder, link } });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  await new Promise((resolve) => worker.once('message', resolve));
  try {
    await work();
  } finally {
    worker.postMessage('end');
    await exited;
  }
}
