import { startChild } from '../../lib/child.js';
import { interleave, sharesOf } from '../../lib/interleave.js';
import { median } from '../../lib/statistics.js';
import { CASES } from './cases.js';
import { SUBJECTS } from './servers/subjects.js';

/**
 * @typedef {import('./cases.js').CaseName} CaseName
 *
 * What one case costs bare and guarded. One ratio per generation: in two processes the same code is compiled differently, and
 * only several pairs of them tell how far that alone moves it.
 * @typedef {{ ratios: number[], bare: number[], guarded: number[] }} Cost
 */

const CHILD = new URL('./child.js', import.meta.url);

/** Of the time; the goal is about this case. */
const SUCCESS_SHARE = 0.6;

const MODES = /** @type {const} */ (['bare', 'guarded']);

/**
 * @param {{ generations: number, seconds: number, sliceMs: number, warmMs: number, failingWarmMs: number, signal: AbortSignal,
 *   onProgress: (done: number) => void }} options
 * @returns {Promise<Map<string, Cost>>} By `subject case`.
 */
export async function measureGuard({ generations, seconds, onProgress, ...options }) {
  /** @type {Map<string, Cost>} */
  const costs = new Map();
  for (let generation = 0; generation < generations; generation++) {
    const samples = await measureGeneration({
      ...options,
      seconds: seconds / generations,
      onProgress: (done) => onProgress((generation + done) / generations),
    });
    for (const [name, race] of samples) {
      const cost = costs.get(name) ?? { ratios: [], bare: [], guarded: [] };
      costs.set(name, cost);
      const shares = sharesOf(race, 'bare').get('guarded') ?? [];
      cost.ratios.push(median(shares.map((share) => 1 / share)));
      for (const mode of MODES) cost[mode].push(median(race.get(mode) ?? []));
    }
  }
  return costs;
}

/** @param {import('../../lib/interleave.js').InterleaveOptions & { failingWarmMs: number }} options */
async function measureGeneration({ failingWarmMs, ...options }) {
  const { signal } = options;
  const pairs = SUBJECTS.flatMap(({ name }) => MODES.map((mode) => ({ name, mode })));
  const children = await Promise.all(
    pairs.map(async ({ name, mode }) => ({
      name,
      mode,
      child: await startChild(CHILD, { args: [name, mode], signal }),
    })),
  );
  try {
    await Promise.all(children.map(({ child }) => child.nextMessage()));
    /** @param {readonly CaseName[]} cases */
    const racesOf = (cases) =>
      SUBJECTS.flatMap(({ name }) =>
        cases.map((each) => ({
          name: `${name} ${each}`,
          contenders: children
            .filter((other) => other.name === name)
            .map(({ mode, child }) => ({
              name: mode,
              run: async (/** @type {number} */ count) =>
                /** @type {number} */ ((await child.ask({ run: each, count })).cpu),
            })),
        })),
      );
    // What nothing fails in comes first and alone: the garbage and the deoptimizations of failures, of which a server has few,
    // would be paid for by the successes after them.
    const { seconds, onProgress } = options;
    const fine = await interleave(racesOf(['success']), {
      ...options,
      seconds: seconds * SUCCESS_SHARE,
      onProgress: (done) => onProgress?.(done * SUCCESS_SHARE),
    });
    const failing = await interleave(racesOf(CASES.filter((each) => each !== 'success')), {
      ...options,
      warmMs: failingWarmMs,
      seconds: seconds * (1 - SUCCESS_SHARE),
      onProgress: (done) => onProgress?.(SUCCESS_SHARE + done * (1 - SUCCESS_SHARE)),
    });
    return new Map([...fine, ...failing]);
  } finally {
    await Promise.all(children.map(({ child }) => child.stop()));
  }
}
