import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const CHILD = fileURLToPath(new URL('./memory-child.js', import.meta.url));

/** Each in its own process, so that nobody's heap is in anybody else's figure. */
const MEASURED = [
  'floor-async',
  'errata',
  'json-rpc-2.0',
  'jayson',
  'vscode-jsonrpc',
  'sdk-v1',
  'sdk-v2',
];

/**
 * What `memory-child.js` prints; all in bytes.
 * @typedef {object} Memory
 * @property {number} allocatedSuccess Allocated for one successful request.
 * @property {number} allocatedError Allocated for one domain error.
 * @property {number} heapUsed Live heap after all error replies.
 * @property {number} retainedPerReply What each of them left behind.
 * @property {number} inFlight Held by one request that is not answered yet.
 * @property {number} afterFlight Left by it when it is answered.
 */

/**
 * @param {{ replies: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 * @returns {Promise<Record<string, Memory>>}
 */
export async function measureMemory({ replies, signal, onProgress }) {
  /** @type {Record<string, Memory>} */
  const results = {};
  const waiting = [...MEASURED];
  const next = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      // A young generation that is never full: nothing is collected while allocations are counted.
      const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];
      const { stdout } = await execute(process.execPath, [...flags, CHILD, name, String(replies)], {
        signal,
      });
      results[name] = JSON.parse(stdout);
      onProgress(Object.keys(results).length / MEASURED.length);
    }
  };
  // Two at a time: nothing here is timed.
  await Promise.all([next(), next()]);
  return Object.fromEntries(MEASURED.map((name) => [name, /** @type {Memory} */ (results[name])]));
}
