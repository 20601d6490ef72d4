import { join } from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import { cpuNanoseconds } from '../../lib/cpu.js';
import { median, quantile } from '../../lib/statistics.js';
import { spreadOf } from './call-costs.js';
import { startDaemon } from './daemon.js';
import { systemParts } from './parts.js';
import { sampleQueries } from './sample.js';
import { cpuOfTree, rssOf, childrenOf } from './usage.js';

/**
 * One call over TCP, of so many clients: CPU of daemon and workers as a multiple of the bare parser's, and by the clock.
 * @typedef {{ method: string, clients: number, cpu: import('./call-costs.js').Ratio, cpuUs: number, wallUs: number, p95Ms: number, perSecond: number }} DaemonCost
 */

const RACES = ['validate_query', 'analyze_query'].flatMap((method) =>
  [1, 50].map((clients) => ({ method, clients })),
);

/** What PostgreSQL itself is asked for each method: the floor of what a call can cost. */
const FLOORS = [
  { name: 'Parse and Describe', tree: false },
  { name: 'Parse and Describe with the analysed tree', tree: true },
];

/**
 * Batches of calls of one client and of many, of bare parsing and of bare PGlite here, by turns. No two texts are the same.
 * @param {{ project: string, runtimeFolder: string, cache: string, rounds: number, calls: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 */
export async function measureDaemon(options) {
  const { project, runtimeFolder, cache, rounds, calls, signal, onProgress } = options;
  await loadModule();
  const texts = sampleQueries().map(({ sql }) => sql);
  let count = 0;
  const nextText = () => `${texts[count % texts.length] ?? ''} -- ${count++}`;
  const { DatabaseStore, openDatabase, readDumpFile } = await systemParts();
  const file = join(project, 'schema.develop.sql');
  const dump = await readDumpFile(file);
  const { postgres } = await openDatabase({ file, ...dump }, new DatabaseStore(cache));
  await postgres.usePath(['public']);
  const daemon = await startDaemon({ runtimeFolder, cache, signal });
  const clients = await Promise.all(Array.from({ length: 50 }, () => daemon.connect(project)));
  /** @param {string} method @param {number} count Of clients. */
  const batch = async (method, count) => {
    let left = calls;
    /** @type {number[]} */
    const latencies = [];
    const [cpu, wall] = [cpuOfTree(daemon.pid), performance.now()];
    await Promise.all(
      clients.slice(0, count).map(async (client) => {
        while (left-- > 0) {
          const sent = performance.now();
          await client.call(method, { sql: nextText() });
          latencies.push(performance.now() - sent);
        }
      }),
    );
    return {
      cpu: (cpuOfTree(daemon.pid) - cpu) / calls,
      wall: ((performance.now() - wall) * 1000) / calls,
      p95: quantile(latencies, 0.95),
    };
  };
  const parse = () => {
    const cpu = cpuNanoseconds();
    for (let n = 0; n < calls; n++) parseSync(nextText());
    return (cpuNanoseconds() - cpu) / calls;
  };
  /** @param {boolean} tree */
  const ask = async (tree) => {
    const cpu = cpuNanoseconds();
    for (let n = 0; n < calls; n++) await postgres.describe(nextText(), { tree });
    return (cpuNanoseconds() - cpu) / calls;
  };
  try {
    // Both workers have to have opened the schema and compiled what they run.
    for (const { method } of RACES) await batch(method, 50);
    parse();
    for (const { tree } of FLOORS) await ask(tree);
    /** @type {number[]} */
    const base = [];
    const floors = FLOORS.map((floor) => ({ ...floor, cpu: /** @type {number[]} */ ([]) }));
    const costs = RACES.map((race) => ({
      ...race,
      cpu: /** @type {number[]} */ ([]),
      wall: /** @type {number[]} */ ([]),
      p95: /** @type {number[]} */ ([]),
    }));
    for (let round = 0; round < rounds; round++) {
      base.push(parse());
      for (const floor of floors) floor.cpu.push(await ask(floor.tree));
      for (const cost of costs) {
        const { cpu, wall, p95 } = await batch(cost.method, cost.clients);
        cost.cpu.push(cpu);
        cost.wall.push(wall);
        cost.p95.push(p95);
      }
      onProgress((round + 1) / rounds);
      signal.throwIfAborted();
    }
    const workers = childrenOf(daemon.pid);
    return {
      parseUs: median(base) / 1000,
      floors: floors.map(({ name, cpu }) => ({ name, cpuUs: median(cpu) / 1000 })),
      rssMb: { daemon: rssOf(daemon.pid), worker: Math.max(...workers.map(rssOf)) },
      calls: costs.map(({ method, clients: count, cpu, wall, p95 }) => ({
        ...{ method, clients: count, cpu: spreadOf(cpu, base), cpuUs: median(cpu) / 1000 },
        ...{ wallUs: median(wall), p95Ms: median(p95), perSecond: 1e6 / median(wall) },
      })),
    };
  } finally {
    for (const client of clients) client.close();
    await postgres.close();
    await daemon.stop();
  }
}
