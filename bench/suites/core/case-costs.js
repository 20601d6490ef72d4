import { interleave, sharesOf } from '../../lib/interleave.js';
import { median, quantile } from '../../lib/statistics.js';
import { createCases } from './cases.js';
import { connect } from './connect.js';
import { loadImplementation, NAMES } from './implementations/index.js';
import { verify } from './verify.js';

/**
 * @typedef {{ share: number, p10: number, p90: number, microseconds: number }} Cost
 * @typedef {object} CaseCosts
 * @property {readonly string[]} cases
 * @property {readonly import('./implementation.js').Implementation[]} implementations
 * @property {number} rounds
 * @property {(caseName: string, implementation: string) => Cost | null} cost Null if there is no answer.
 */

/**
 * @param {{ seconds: number, sliceMs: number, warmMs: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 * @returns {Promise<CaseCosts>}
 */
export async function measureCases(options) {
  const cases = createCases();
  const implementations = await Promise.all(NAMES.map(loadImplementation));
  const entrants = await Promise.all(
    implementations.map(async (implementation) => {
      const connection = await connect(implementation);
      return {
        implementation,
        connection,
        answered: await verify(implementation, connection, cases),
      };
    }),
  );
  const races = cases.map(({ name, texts }) => ({
    name,
    contenders: entrants
      .filter(({ answered }) => answered.has(name))
      .map(({ implementation, connection }) => ({
        name: implementation.name,
        run: (/** @type {number} */ count) => connection.run(texts, count),
      })),
  }));
  const samples = await interleave(races, options);
  return {
    cases: cases.map(({ name }) => name),
    implementations,
    rounds: samples.get('success')?.get('floor')?.length ?? 0,
    cost(caseName, implementation) {
      const race = samples.get(caseName) ?? new Map();
      const costs = race.get(implementation);
      if (costs === undefined) return null;
      const shares = sharesOf(race, 'floor').get(implementation) ?? [];
      return {
        share: median(shares),
        p10: quantile(shares, 0.1),
        p90: quantile(shares, 0.9),
        microseconds: median(costs) / 1000,
      };
    },
  };
}
