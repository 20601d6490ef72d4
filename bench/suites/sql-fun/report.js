import { median } from '../../lib/statistics.js';
import { formatNumber, formatTable } from '../../lib/table.js';

/** @param {import('./call-costs.js').Ratio} ratio */
const ratioText = ({ median: middle, low, high }) =>
  `${formatNumber(middle, 2)} (${formatNumber(low, 2)}–${formatNumber(high, 2)})`;

/** @param {readonly import('./call-costs.js').CallCost[]} costs */
export function describeCalls(costs) {
  const rows = costs.map(({ name, length, parse, analyze, method }) => [
    ...[name, String(length), formatNumber(parse, 0), ratioText(analyze), ratioText(method)],
  ]);
  const middle = (/** @type {'analyze' | 'method'} */ what) =>
    formatNumber(median(costs.map((cost) => cost[what].median)), 2);
  return [
    'analyze_query over 500 tables, in one process: CPU as a multiple of the bare parser (10th–90th percentile of the rounds)',
    formatTable([
      ['query', 'characters', 'parse, µs', 'analyze', 'method'],
      ...rows,
      ['all', '', '', middle('analyze'), middle('method')],
    ]),
  ].join('\n\n');
}

/** @param {Awaited<ReturnType<typeof import('./daemon-costs.js').measureDaemon>>} costs */
export function describeDaemon({ parseUs, calls, rssMb }) {
  return [
    `the same over TCP: CPU of daemon and workers as a multiple of the bare parser (${formatNumber(parseUs, 0)} µs on average)`,
    formatTable([
      ['clients', 'CPU', 'CPU, µs', 'wall, µs', 'per second'],
      ...calls.map(({ clients, cpu, cpuUs, wallUs, perSecond }) => [
        ...[String(clients), ratioText(cpu), formatNumber(cpuUs, 0), formatNumber(wallUs, 0)],
        formatNumber(perSecond, 0),
      ]),
    ]),
    `memory: daemon ${formatNumber(rssMb.daemon, 0)} MB, the larger worker ${formatNumber(rssMb.worker, 0)} MB`,
  ].join('\n\n');
}

/** @param {Awaited<ReturnType<typeof import('./load-costs.js').measureLoad>>} costs @param {number} megabytes */
export function describeLoad({ ratio, parse, load }, megabytes) {
  const row = (/** @type {string} */ name, /** @type {import('./load-costs.js').Load} */ life) => [
    ...[name, formatNumber(life.cpuMs, 0), formatNumber(life.peakMb, 0)],
    ...[formatNumber(life.heapMb, 1), formatNumber(life.rssMb, 0)],
  ];
  return [
    `a dump of ${formatNumber(megabytes, 1)} MB: CPU of loading as a multiple of the bare parser: ${ratioText(ratio)}`,
    formatTable([
      ['', 'CPU, ms', 'peak, MB', 'kept on the heap, MB', 'process after, MB'],
      row('bare parser, whole text', parse),
      row('loaded as a schema', load),
    ]),
  ].join('\n\n');
}

/** @param {Record<string, import('./start-costs.js').Start>} starts */
export function describeStart(starts) {
  const rows = Object.entries(starts).map(([name, { ms, cpuMs }]) => [
    ...[name, formatNumber(cpuMs, 0), formatNumber(ms, 0)],
  ]);
  return ['start', formatTable([['', 'CPU, ms', 'wall, ms'], ...rows])].join('\n\n');
}
