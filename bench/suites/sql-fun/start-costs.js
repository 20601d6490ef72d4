import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { HELLO } from '../../lib/mcp-messages.js';
import { median } from '../../lib/statistics.js';
import { startDaemon } from './daemon.js';
import { ERRATA } from './parts.js';
import { cpuOfTree } from './usage.js';

/** @typedef {{ ms: number, cpuMs: number }} Start */

/**
 * From the start of a process until it is of use: the daemon listens, the first analysis is answered by a new worker, the proxy
 * has answered `initialize`; beside them a Node that says one line.
 * @param {{ project: string, runtimeFolder: string, cache: string, rounds: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 * @returns {Promise<Record<string, Start>>}
 */
export async function measureStart({ project, runtimeFolder, cache, rounds, signal, onProgress }) {
  /** @type {Record<string, Start[]>} */
  const starts = { node: [], daemon: [], 'first answer': [], proxy: [] };
  for (let round = 0; round < rounds; round++) {
    starts['node']?.push(
      await firstLine(['-e', 'console.log(1); setInterval(() => {}, 1000)'], signal),
    );
    const daemon = await startDaemon({ runtimeFolder, cache, signal });
    starts['daemon']?.push({ ms: daemon.readyMs, cpuMs: daemon.readyCpuMs });
    const [cpu, wall] = [cpuOfTree(daemon.pid), performance.now()];
    const client = await daemon.connect(project);
    await client.call('analyze_query', { sql: 'SELECT 1' });
    starts['first answer']?.push({
      ms: performance.now() - wall,
      cpuMs: (cpuOfTree(daemon.pid) - cpu) / 1e6,
    });
    client.close();
    await daemon.stop();
    const args = ['serve', 'sql-fun', '--no-start', '--no-journal', '--project', project];
    starts['proxy']?.push(
      await firstLine([ERRATA, ...args, '--runtime-dir', runtimeFolder], signal, HELLO),
    );
    onProgress((round + 1) / rounds);
  }
  return Object.fromEntries(
    Object.entries(starts).map(([name, lives]) => [
      name,
      { ms: median(lives.map(({ ms }) => ms)), cpuMs: median(lives.map(({ cpuMs }) => cpuMs)) },
    ]),
  );
}

/** @param {readonly string[]} args @param {AbortSignal} signal @param {object} [message] @returns {Promise<Start>} */
async function firstLine(args, signal, message) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], signal });
  if (message !== undefined) child.stdin.write(`${JSON.stringify(message)}\n`);
  await once(createInterface({ input: child.stdout }), 'line');
  const start = {
    ms: performance.now() - started,
    cpuMs: cpuOfTree(/** @type {number} */ (child.pid)) / 1e6,
  };
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return start;
}
