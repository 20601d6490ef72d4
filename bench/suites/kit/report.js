import { median, quantile } from '../../lib/statistics.js';
import { byCase, tableOf } from '../../lib/server-suite.js';
import { formatNumber } from '../../lib/table.js';
import { CASES } from './cases.js';
import { ENTRIES } from './contenders.js';

/**
 * @typedef {import('../../lib/interleave.js').Samples} Samples
 * @typedef {{ cpu: Samples, rates: Samples }} Measured
 * @typedef {'stdio' | 'http'} Transport
 */

/** The kit answers this many times as many requests as SDK v2 does, by the CPU that they take and by the clock. */
const GOAL = 3;

/**
 * One figure of two servers, divided round by round.
 * @param {Samples} samples
 * @param {string} caseName
 * @param {string} above
 * @param {string} below
 */
function ratios(samples, caseName, above, below) {
  const race = samples.get(caseName);
  const base = race?.get(below) ?? [];
  return (race?.get(above) ?? []).map((value, round) => value / (base[round] ?? NaN));
}

/** @param {Transport} transport @param {Measured} measured */
export function describeLoad(transport, { cpu, rates }) {
  const rounds = cpu.get('call')?.get('floor')?.length ?? 0;
  /** @param {(caseName: string, name: string) => string} cell */
  const table = (cell) => tableOf(transport, ENTRIES[transport], CASES, cell);
  return [
    `${transport}: requests per second, median of ${rounds} rounds`,
    table((each, name) => formatNumber(median(rates.get(each)?.get(name) ?? []), 0)),
    `${transport}: CPU of the server per request, µs`,
    table((each, name) => formatNumber(median(cpu.get(each)?.get(name) ?? []) / 1000, 1)),
    judge(transport, { cpu, rates }),
  ].join('\n\n');
}

/** @param {Transport} transport @param {Measured} measured */
function judge(transport, { cpu, rates }) {
  const lines = ENTRIES[transport].flatMap(({ name, rival }) => {
    if (rival === undefined) return [];
    return CASES.map((caseName) => {
      const work = ratios(cpu, caseName, rival, name);
      const rate = median(ratios(rates, caseName, name, rival));
      const spread = `${formatNumber(quantile(work, 0.1), 1)}–${formatNumber(quantile(work, 0.9), 1)}`;
      const verdict = Math.min(median(work), rate) >= GOAL ? 'met   ' : 'missed';
      return `  ${verdict}  ${name}, ${caseName}: ${formatNumber(median(work), 2)} (${spread}) × ${rival} by CPU, ${formatNumber(rate, 2)} × by the wall clock`;
    });
  });
  return [`Goal: ${GOAL} × the requests of SDK v2`, ...lines].join('\n');
}

/**
 * By case and server; null if a peer is not installed.
 * @param {Transport} transport
 * @param {Measured} measured
 */
export function loadToJson(transport, { cpu, rates }) {
  return byCase(ENTRIES[transport], CASES, (caseName, { name, rival }) => {
    const costs = cpu.get(caseName)?.get(name);
    if (costs === undefined) return null;
    return {
      perSecond: Math.round(median(rates.get(caseName)?.get(name) ?? [])),
      microseconds: round(median(costs) / 1000),
      ...(rival !== undefined && {
        timesSdkByCpu: round(median(ratios(cpu, caseName, rival, name))),
        timesSdkByClock: round(median(ratios(rates, caseName, name, rival))),
      }),
    };
  });
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;
