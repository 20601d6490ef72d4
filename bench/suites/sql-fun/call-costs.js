import { parseSync } from 'libpg-query';
import { interleave } from '../../lib/interleave.js';
import { median, quantile } from '../../lib/statistics.js';
import { systemParts } from './parts.js';
import { sampleQueries } from './sample.js';

/**
 * What one query costs: CPU microseconds of the bare parser, and how many times that of `analyze` and of the whole method.
 * @typedef {{ name: string, length: number, parse: number, analyze: Ratio, method: Ratio }} CallCost
 * @typedef {{ median: number, low: number, high: number }} Ratio
 */

/**
 * In this process: the parser alone, the analysis with the schema in hand, and the method as a worker runs it, which looks
 * first whether config and schema have changed.
 * @param {{ project: string, seconds: number, sliceMs: number, warmMs: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 * @returns {Promise<CallCost[]>}
 */
export async function measureCalls({ project, ...plan }) {
  const { analyze, createMethodRunner, loadParser, loadSchemaFile } = await systemParts();
  await loadParser();
  const { schema } = await loadSchemaFile(`${project}/schema.develop.sql`);
  const run = createMethodRunner();
  const queries = sampleQueries();
  const work = (/** @type {string} */ sql) => ({
    ...{ method: 'analyze_query', params: { sql }, project, context: /** @type {const} */ ('cli') },
  });
  for (const { name, sql } of queries) {
    const { valid } = /** @type {{ valid: boolean }} */ (await run(work(sql)));
    if (!valid) throw new Error(`the query "${name}" is not valid`);
  }
  const samples = await interleave(
    queries.map(({ name, sql }) => ({
      name,
      contenders: [
        { name: 'parse', run: (count) => times(count, () => parseSync(sql)) },
        { name: 'analyze', run: (count) => times(count, () => analyze(sql, { schema })) },
        {
          name: 'method',
          async run(count) {
            for (let n = 0; n < count; n++) await run(work(sql));
          },
        },
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
      ...{ analyze: ratio('analyze'), method: ratio('method') },
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
