import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../../lib/statistics.js';

const run = promisify(execFile);
const CHILD = fileURLToPath(new URL('./load-child.js', import.meta.url));
const WAYS = /** @type {const} */ ([
  'bare parser',
  'new cache',
  'loaded',
  'from the cache',
  'both contexts',
]);

/** @typedef {{ cpuMs: number, wallMs: number, rssMb: number }} Load */

/**
 * A dump in a process of its own, by turns: the parser alone, a database in a cache with nothing in it, in one that has an empty
 * database, in one that has this one, and with the database for MCP beside it.
 * @param {{ file: string, cache: string, rounds: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 * @returns {Promise<Record<string, Load>>}
 */
export async function measureLoad({ file, cache, rounds, signal, onProgress }) {
  /** @type {Map<string, Load[]>} */
  const lives = new Map(WAYS.map((way) => [way, []]));
  for (let round = 0; round < rounds; round++) {
    for (const way of WAYS) {
      if (way === 'new cache') rmSync(cache, { recursive: true, force: true });
      const { stdout } = await run(process.execPath, [CHILD, way, file, cache], { signal });
      lives.get(way)?.push(JSON.parse(stdout));
    }
    onProgress((round + 1) / rounds);
  }
  return Object.fromEntries(
    [...lives].map(([way, all]) => [
      way,
      {
        cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
        wallMs: median(all.map(({ wallMs }) => wallMs)),
        rssMb: median(all.map(({ rssMb }) => rssMb)),
      },
    ]),
  );
}
