import { loadModule, parseSync } from 'libpg-query';
import { cpuNanoseconds } from '../../lib/cpu.js';
import { median } from '../../lib/statistics.js';
import { spreadOf } from './call-costs.js';
import { startDaemon } from './daemon.js';
import { sampleQueries } from './sample.js';
import { cpuOfTree, rssOf, childrenOf } from './usage.js';

/**
 * One call over TCP, of so many clients: CPU of daemon and workers as a multiple of the bare parser's, and by the clock.
 * @typedef {{ clients: number, cpu: import('./call-costs.js').Ratio, cpuUs: number, wallUs: number, perSecond: number }} DaemonCost
 */

/**
 * Batches of calls of one client and of many, and of bare parsing here, by turns.
 * @param {{ project: string, runtimeFolder: string, rounds: number, calls: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 */
export async function measureDaemon({ project, runtimeFolder, rounds, calls, signal, onProgress }) {
  await loadModule();
  const texts = sampleQueries().map(({ sql }) => sql);
  const textOf = (/** @type {number} */ n) => texts[n % texts.length] ?? '';
  const daemon = await startDaemon({ runtimeFolder, signal });
  const clients = await Promise.all(Array.from({ length: 50 }, () => daemon.connect(project)));
  /** @param {number} count Of clients. */
  const batch = async (count) => {
    let asked = 0;
    const [cpu, wall] = [cpuOfTree(daemon.pid), performance.now()];
    await Promise.all(
      clients.slice(0, count).map(async (client) => {
        while (asked < calls) await client.call('analyze_query', { sql: textOf(asked++) });
      }),
    );
    return {
      cpu: (cpuOfTree(daemon.pid) - cpu) / calls,
      wall: ((performance.now() - wall) * 1000) / calls,
    };
  };
  const parse = () => {
    const cpu = cpuNanoseconds();
    for (let n = 0; n < calls; n++) parseSync(textOf(n));
    return (cpuNanoseconds() - cpu) / calls;
  };
  try {
    // Both workers have to have read the schema and compiled what they run.
    await batch(50);
    parse();
    /** @type {number[]} */
    const base = [];
    const costs = new Map([1, 50].map((count) => [count, { cpu: [0], wall: [0] }]));
    for (const each of costs.values()) [each.cpu, each.wall] = [[], []];
    for (let round = 0; round < rounds; round++) {
      base.push(parse());
      for (const [count, { cpu, wall }] of costs) {
        const cost = await batch(count);
        cpu.push(cost.cpu);
        wall.push(cost.wall);
      }
      onProgress((round + 1) / rounds);
      signal.throwIfAborted();
    }
    const workers = childrenOf(daemon.pid);
    return {
      parseUs: median(base) / 1000,
      rssMb: { daemon: rssOf(daemon.pid), worker: Math.max(...workers.map(rssOf)) },
      calls: [...costs].map(([count, { cpu, wall }]) => ({
        clients: count,
        cpu: spreadOf(cpu, base),
        cpuUs: median(cpu) / 1000,
        wallUs: median(wall),
        perSecond: 1e6 / median(wall),
      })),
    };
  } finally {
    for (const client of clients) client.close();
    await daemon.stop();
  }
}
