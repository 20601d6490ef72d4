import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectAll, collectYoung, cpuNanoseconds } from './cpu.js';
import { createRandom, shuffle } from './statistics.js';

/**
 * One thing to measure. `run` does the work `count` times and is done when it returns or its promise settles. Where the work
 * is done by another process, it gives the CPU nanoseconds of that one.
 * @typedef {{ name: string, run(count: number): void | Promise<void | number> }} Contender
 *
 * Contenders that do the same work and are compared with each other.
 * @typedef {{ name: string, contenders: readonly Contender[] }} Race
 *
 * CPU nanoseconds per operation of every contender, by race and name. Index n of each array is round n.
 * @typedef {Map<string, Map<string, number[]>>} Samples
 *
 * @typedef {object} InterleaveOptions
 * @property {number} seconds How long to measure, warm-up not counted.
 * @property {number} sliceMs How much CPU time one contender gets in one round.
 * @property {number} [warmMs] CPU time that each contender may use to get compiled.
 * @property {number} [minRounds]
 * @property {AbortSignal} signal
 * @property {(done: number) => void} [onProgress] Called with the share that is done.
 */

/**
 * Measure in many short rounds. In each round every contender of every race has one slice, in a new random order. Ratios
 * are taken inside a round only, because a slow moment of the machine affects neighbouring slices too.
 * @param {readonly Race[]} races
 * @param {InterleaveOptions} options
 * @returns {Promise<Samples>}
 */
export async function interleave(races, options) {
  const { seconds, sliceMs, warmMs = 60, minRounds = 5, signal, onProgress } = options;
  const random = createRandom(20261115);
  /** @type {Map<Contender, number>} */
  const counts = new Map();
  // Twice: the first pass compiles; the number of operations per slice can be found only after that.
  for (const budget of [warmMs, 2.5 * sliceMs]) {
    for (const { contenders } of races) {
      for (const contender of contenders) {
        const count = counts.get(contender) ?? 1;
        counts.set(
          contender,
          await calibrate(contender, count, { sliceMs, warmMs: budget, signal }),
        );
      }
    }
  }
  /** @type {Samples} */
  const samples = new Map(
    races.map(({ name, contenders }) => [
      name,
      new Map(contenders.map((contender) => [contender.name, []])),
    ]),
  );
  collectAll();
  const started = performance.now();
  const spent = () => (performance.now() - started) / 1000 / seconds;
  for (let round = 0; round < minRounds || spent() < 1; round++) {
    for (const { name, contenders } of shuffle(races, random)) {
      for (const contender of shuffle(contenders, random)) {
        const count = counts.get(contender) ?? 1;
        const cost = await slice(contender, count, signal);
        samples
          .get(name)
          ?.get(contender.name)
          ?.push(cost / count);
      }
      onProgress?.(Math.min(1, spent()));
    }
  }
  return samples;
}

/**
 * @param {Contender} contender
 * @param {number} count
 * @param {AbortSignal} signal
 */
async function slice(contender, count, signal) {
  // A turn of the loop, so that Ctrl-C works and no callback of the last slice runs in this one.
  await nextTurn(undefined, { signal });
  collectYoung();
  const before = cpuNanoseconds();
  const pending = contender.run(count);
  const elsewhere = pending === undefined ? undefined : await pending;
  return elsewhere ?? cpuNanoseconds() - before;
}

/**
 * Warm up, and find how many operations fill one slice.
 * @param {Contender} contender
 * @param {number} from A count that does not fill more than that.
 * @param {{ sliceMs: number, warmMs: number, signal: AbortSignal }} options
 */
async function calibrate(contender, from, { sliceMs, warmMs, signal }) {
  let count = from;
  for (let warmed = 0; ;) {
    const cost = await slice(contender, count, signal);
    warmed += cost / 1e6;
    const fitting = Math.max(1, Math.round((count * sliceMs * 1e6) / Math.max(cost, 1000)));
    // Growing in steps: the first operations are interpreted, and an estimate from them would be far too low.
    count = Math.min(fitting, count * 8);
    if (warmed >= warmMs) return count;
  }
}

/**
 * What each contender reaches of the reference's speed: reference CPU / its CPU, one ratio per round.
 * @param {ReadonlyMap<string, readonly number[]>} race
 * @param {string} reference
 * @returns {Map<string, number[]>}
 */
export function sharesOf(race, reference) {
  const base = race.get(reference) ?? [];
  return new Map(
    [...race].map(([name, costs]) => [
      name,
      costs.map((cost, round) => (base[round] ?? NaN) / cost),
    ]),
  );
}
