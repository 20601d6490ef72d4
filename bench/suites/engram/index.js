import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, quantile } from '../../lib/statistics.js';
import { formatTable } from '../../lib/table.js';
import { startAlone, startGateway } from './targets.js';

/** Stores at a time. */
const IN_FLIGHT = 16;

/**
 * Stores a second through the gateway, beside OpenMemory alone.
 * @type {import('../../lib/suite.js').Suite}
 */
export const engram = {
  name: 'engram',
  about: 'stores a second through the memory gateway on SQLite and PostgreSQL, beside OpenMemory',
  async run({ quick, signal, progress }) {
    const folder = mkdtempSync(join(tmpdir(), 'errata-bench-engram-'));
    const options = { folder, signal, inFlight: IN_FLIGHT };
    /** @type {import('./targets.js').Target[]} */
    const targets = [];
    try {
      targets.push(await startAlone(options));
      for (const kind of /** @type {const} */ (['SQLite', 'PostgreSQL'])) {
        progress(`starting the gateway on ${kind}`);
        targets.push(await startGateway(kind, options));
      }
      const { rounds, stores } = quick ? { rounds: 2, stores: 50 } : { rounds: 10, stores: 200 };
      return await measure(targets, { rounds, stores, signal, progress });
    } finally {
      for (const target of targets) await target.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/**
 * @param {readonly import('./targets.js').Target[]} targets
 * @param {{ rounds: number, stores: number } & Pick<import('../../lib/suite.js').SuiteOptions, 'signal' | 'progress'>} options
 * @returns {Promise<import('../../lib/suite.js').SuiteReport>}
 */
async function measure(targets, { rounds, stores, signal, progress }) {
  const samples = targets.map(() => ({
    /** @type {number[]} */ rates: [],
    /** @type {number[]} */ waits: [],
  }));
  let written = 0;
  // The first round warms up. Rounds are interleaved, so that all have the same neighbours.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, target] of targets.entries()) {
      signal.throwIfAborted();
      progress(`${target.name}, round ${round} of ${rounds}`);
      /** @type {number[]} */
      const waits = [];
      let left = stores;
      const began = performance.now();
      await Promise.all(
        Array.from({ length: IN_FLIGHT }, async () => {
          while (left-- > 0) {
            const sent = performance.now();
            await target.store(contentOf(++written));
            waits.push(performance.now() - sent);
          }
        }),
      );
      const seconds = (performance.now() - began) / 1000;
      if (round === 0) continue;
      samples[index]?.rates.push(stores / seconds);
      samples[index]?.waits.push(...waits);
    }
  }
  for (const target of targets) {
    const stored = await target.stored();
    if (stored !== (rounds + 1) * stores) {
      throw new Error(`${target.name}: ${stored} stored of ${(rounds + 1) * stores}`);
    }
  }
  const alone = median(samples[0]?.rates ?? []);
  const rows = targets.map(({ name }, index) => {
    const { rates = [], waits = [] } = samples[index] ?? {};
    return [
      name,
      median(rates).toFixed(0),
      `${quantile(rates, 0.1).toFixed(0)}–${quantile(rates, 0.9).toFixed(0)}`,
      (median(rates) / alone).toFixed(2),
      median(waits).toFixed(1),
      quantile(waits, 0.99).toFixed(1),
    ];
  });
  const head = ['stores', 'a second', '10th–90th', 'of alone', 'ms (median)', 'ms (99th)'];
  return {
    text: formatTable([head, ...rows]),
    json: {
      engram: Object.fromEntries(targets.map(({ name }, index) => [name, samples[index]?.rates])),
    },
  };
}

/** No two share a word: the JavaScript server takes similar texts for the same. @param {number} n */
const contentOf = (n) => `memory${n}alpha memory${n}beta note${n}`;
