import { measureCases } from './case-costs.js';
import { measureMemory } from './memory.js';
import { describeCases, describeMemory, describeSizes } from './report.js';
import { measureSizes } from './sizes.js';

const SIZES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

const FULL = { seconds: 30, sliceMs: 5, warmMs: 60, minRounds: 3, sizes: SIZES, replies: 200_000 };
const QUICK = {
  seconds: 3,
  sliceMs: 2,
  warmMs: 20,
  minRounds: 1,
  sizes: SIZES.slice(0, 4),
  replies: 2_000,
};

/**
 * Text in, text out in one process: the error layer alone, without any transport.
 * @type {import('../../lib/suite.js').Suite}
 */
export const core = {
  name: 'core',
  about: 'text in, text out in one process',
  async run({ quick, seconds, signal, progress }) {
    const plan = quick ? QUICK : FULL;
    const total = seconds ?? plan.seconds;
    /** @param {string} part */
    const onProgress = (part) => (/** @type {number} */ done) =>
      progress(`${part} ${Math.round(done * 100)} %`);
    progress('warming up');
    const costs = await measureCases({
      seconds: total * 0.8,
      sliceMs: plan.sliceMs,
      warmMs: plan.warmMs,
      signal,
      onProgress: onProgress('cases'),
    });
    const sizes = await measureSizes({
      sizes: plan.sizes,
      seconds: total * 0.2,
      warmMs: plan.warmMs / 2,
      minRounds: plan.minRounds,
      signal,
      onProgress: onProgress('sizes'),
    });
    progress('memory');
    const memory = await measureMemory({
      replies: plan.replies,
      signal,
      onProgress: onProgress('memory'),
    });
    return {
      text: [
        describeCases(costs),
        describeSizes(sizes, plan.sizes),
        describeMemory(memory, plan.replies),
        'How to read this: docs/benchmarks.md',
      ].join('\n\n\n'),
      json: {
        cases: toJson(costs),
        rounds: costs.rounds,
        sizes: { bytes: plan.sizes, nsPerByte: roundAll(sizes) },
        memory,
      },
    };
  },
};

/** @param {import('./case-costs.js').CaseCosts} costs */
function toJson(costs) {
  return Object.fromEntries(
    costs.cases.map((name) => [
      name,
      Object.fromEntries(
        costs.implementations.map((implementation) => {
          const cost = costs.cost(name, implementation.name);
          return [implementation.name, cost && round(cost.share)];
        }),
      ),
    ]),
  );
}

/** @param {Record<string, Record<string, number[]>>} costs */
function roundAll(costs) {
  return Object.fromEntries(
    Object.entries(costs).map(([kind, rows]) => [
      kind,
      Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row.map(round)])),
    ]),
  );
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
