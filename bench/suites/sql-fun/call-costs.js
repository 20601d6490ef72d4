import { loadModule, parseSync } from 'libpg-query';
import { interleave } from '../../lib/interleave.js';
import { median, quantile } from '../../lib/statistics.js';
import { systemParts } from './parts.js';
import { sampleQueries } from './sample.js';

/**
 * What one query costs: CPU microseconds of the bare parser, and how many times that of the two methods.
 * @typedef {{ name: string, length: number, parse: number, validate: Ratio, analyze: Ratio }} CallCost
 * @typedef {{ median: number, low: number, high: number }} Ratio
 */

const METHODS = /** @type {const} */ (['validate_query', 'analyze_query']);

/**
 * In this process: the parser alone, and the methods as a worker runs them.
 * @param {{ project: string, cache: string, seconds: number, sliceMs: number, warmMs: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 * @returns {Promise<CallCost[]>}
 */
export async function measureCalls({ project, cache, ...plan }) {
  const { createMethodRunner } = await systemParts();
  await loadModule();
  const runner = createMethodRunner(cache);
  const queries = sampleQueries();
  const run = (/** @type {string} */ method, /** @type {string} */ sql) =>
    runner(
      { method, params: { sql }, project, context: /** @type {const} */ ('cli') },
      () => undefined,
    );
  for (const { name, sql } of queries) {
    const { valid } = /** @type {{ valid: boolean }} */ (await run('analyze_query', sql));
    if (!valid) throw new Error(`the query "${name}" is not valid`);
  }
  const samples = await interleave(
    queries.map(({ name, sql }) => ({
      name,
      contenders: [
        { name: 'parse', run: (count) => times(count, () => parseSync(sql)) },
        ...METHODS.map((method) => ({
          name: method,
          async run(/** @type {number} */ count) {
            for (let n = 0; n < count; n++) await run(method, sql);
          },
        })),
      ],
    })),
    plan,
  );
  return queries.map(({ name, sql }) => {
    const race = samples.get(name) ?? new Map();
    const parse = race.get('parse') ?? [];
    const ratio = (/** @type {string} */ other) => spreadOf(race.get(other) ?? [], parse);
    return {
      ...{ name, length: sql.length, parse: median(parse) / 1000 },
      ...{ validate: ratio('validate_query'), analyze: ratio('analyze_query') },
    };
  });
}

/**
 * How many times the one is the other, round by round.
 * @param {readonly number[]} costs
 * @param {readonly number[]} base
 * @returns {Ratio}
 */
export function spreadOf(costs, base) {
  const ratios = costs.map((cost, round) => cost / (base[round] ?? NaN));
  return { median: median(ratios), low: quantile(ratios, 0.1), high: quantile(ratios, 0.9) };
}

/** @param {number} count @param {() => unknown} work */
function times(count, work) {
  for (let n = 0; n < count; n++) work();
}
