import { sharesOf } from '../../lib/interleave.js';
import { median, quantile } from '../../lib/statistics.js';
import { byCase, tableOf } from '../../lib/server-suite.js';
import { formatNumber } from '../../lib/table.js';
import { CASES } from './cases.js';
import { ENTRIES } from './contenders.js';

/** @typedef {import('../../lib/interleave.js').Samples} Samples @typedef {'stdio' | 'http'} Transport */

/** At most this many times the CPU of raw node:http, without an SDK behind the edge. */
const GOAL = 1.5;
const ERROR_CASES = CASES.filter((name) => name !== 'success');

/**
 * CPU of each server as a multiple of a reference's, one per round.
 * @param {Samples} samples
 * @param {string} caseName
 * @param {string} name
 * @param {string} reference
 */
function timesOf(samples, caseName, name, reference) {
  const shares = sharesOf(samples.get(caseName) ?? new Map(), reference).get(name);
  return shares?.map((share) => 1 / share) ?? [];
}

/** @param {Transport} transport @param {Samples} samples */
export function describeWire(transport, samples) {
  const rounds = samples.get('success')?.get('floor')?.length ?? 0;
  /** @param {(caseName: string, name: string) => string} cell */
  const table = (cell) => tableOf(transport, ENTRIES[transport], CASES, cell);
  const multiples = table((caseName, name) => {
    const times = timesOf(samples, caseName, name, 'floor');
    const spread = `${formatNumber(quantile(times, 0.1), 1)}–${formatNumber(quantile(times, 0.9), 1)}`;
    return name === 'floor' ? '1.00 (reference)' : `${formatNumber(median(times), 2)} (${spread})`;
  });
  const microseconds = table((caseName, name) =>
    formatNumber(median(samples.get(caseName)?.get(name) ?? []) / 1000, 1),
  );
  return [
    `${transport}: CPU of the server as a multiple of the floor's, median (p10–p90) of ${rounds} rounds`,
    multiples,
    `${transport}: CPU of the server per request, µs`,
    microseconds,
    judge(transport, samples),
  ].join('\n\n');
}

/** @param {Transport} transport @param {Samples} samples */
function judge(transport, samples) {
  const entries = ENTRIES[transport].filter(({ installed }) => installed?.() !== false);
  const peers = entries.filter(({ role }) => role === 'peer');
  const lines = [];
  for (const { name, role, bare, floor = 'floor' } of entries) {
    if (role !== 'errata' && role !== 'sdk') continue;
    for (const caseName of ERROR_CASES) {
      const rivals = role === 'errata' ? peers.map((peer) => peer.name) : [bare ?? ''];
      const behind = rivals.filter((rival) => median(timesOf(samples, caseName, name, rival)) >= 1);
      const times = median(timesOf(samples, caseName, name, floor));
      const close = role !== 'errata' || transport !== 'http' || times <= GOAL;
      const isReached = behind.length === 0 && close;
      const against =
        role === 'errata'
          ? `${formatNumber(times, 2)} × ${floor}, ${order(behind, rivals)}`
          : `${formatNumber(median(timesOf(samples, caseName, name, bare ?? '')), 2)} × ${bare}`;
      lines.push(`  ${isReached ? 'met   ' : 'missed'}  ${name}, ${caseName}: ${against}`);
    }
  }
  const near = transport === 'http' ? `, and errata within ${GOAL} × the floor` : '';
  return [`Goal on errors: less CPU than the SDKs and fastmcp${near}`, ...lines].join('\n');
}

/** @param {readonly string[]} behind @param {readonly string[]} rivals */
function order(behind, rivals) {
  if (rivals.length === 0) return 'nobody to compare with';
  return behind.length === 0 ? 'ahead of every peer' : `behind ${behind.join(', ')}`;
}

/**
 * Microseconds and multiples of the floor, by case and server; null if a peer is not installed.
 * @param {Transport} transport
 * @param {Samples} samples
 */
export function wireToJson(transport, samples) {
  return byCase(ENTRIES[transport], CASES, (caseName, { name }) => {
    const costs = samples.get(caseName)?.get(name);
    if (costs === undefined) return null;
    const times = median(timesOf(samples, caseName, name, 'floor'));
    return { times: round(times), microseconds: round(median(costs) / 1000) };
  });
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;
