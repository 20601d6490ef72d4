import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../../lib/statistics.js';
import { spreadOf } from './call-costs.js';

const run = promisify(execFile);
const CHILD = fileURLToPath(new URL('./load-child.js', import.meta.url));

/** @typedef {{ cpuMs: number, peakMb: number, rssMb: number, heapMb: number }} Load */

/**
 * A dump read in a process of its own, by turns: the parser alone on the whole text, and the schema with all that is made of it.
 * @param {{ file: string, rounds: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 */
export async function measureLoad({ file, rounds, signal, onProgress }) {
  /** @type {Record<'parse' | 'load', Load[]>} */
  const lives = { parse: [], load: [] };
  for (let round = 0; round < rounds; round++) {
    for (const way of /** @type {const} */ (['parse', 'load'])) {
      const { stdout } = await run(process.execPath, [CHILD, way, file], { signal });
      lives[way].push(JSON.parse(stdout));
    }
    onProgress((round + 1) / rounds);
  }
  const of = (/** @type {'parse' | 'load'} */ way, /** @type {keyof Load} */ what) =>
    lives[way].map((life) => life[what]);
  const middle = (/** @type {'parse' | 'load'} */ way) => ({
    cpuMs: median(of(way, 'cpuMs')),
    peakMb: median(of(way, 'peakMb')),
    rssMb: median(of(way, 'rssMb')),
    heapMb: median(of(way, 'heapMb')),
  });
  return {
    ratio: spreadOf(of('load', 'cpuMs'), of('parse', 'cpuMs')),
    parse: middle('parse'),
    load: middle('load'),
  };
}
