import { median } from '../../lib/statistics.js';
import { formatNumber, formatTable } from '../../lib/table.js';

/** @param {import('./call-costs.js').Ratio} ratio */
const ratioText = ({ median: middle, low, high }) =>
  `${formatNumber(middle, 2)} (${formatNumber(low, 2)}–${formatNumber(high, 2)})`;

/** @param {readonly import('./call-costs.js').CallCost[]} costs */
export function describeCalls(costs) {
  const rows = costs.map(({ name, length, parse, validate, analyze }) => [
    ...[name, String(length), formatNumber(parse, 0), ratioText(validate), ratioText(analyze)],
  ]);
  const middle = (/** @type {'validate' | 'analyze'} */ what) =>
    formatNumber(median(costs.map((cost) => cost[what].median)), 2);
  return [
    'over 500 tables, in one process: CPU as a multiple of the bare parser (10th–90th percentile of the rounds)',
    formatTable([
      ['query', 'characters', 'parse, µs', 'validate_query', 'analyze_query'],
      ...rows,
      ['all', '', '', middle('validate'), middle('analyze')],
    ]),
  ].join('\n\n');
}

/** @param {Awaited<ReturnType<typeof import('./daemon-costs.js').measureDaemon>>} costs */
export function describeDaemon({ parseUs, floors, calls, rssMb }) {
  return [
    `the same over TCP: CPU of daemon and workers as a multiple of the bare parser (${formatNumber(parseUs, 0)} µs on average)`,
    formatTable([
      ['method', 'clients', 'CPU', 'CPU, µs', 'wall, µs', 'p95, ms', 'per second', 'per core'],
      ...calls.map(({ method, clients, cpu, cpuUs, wallUs, p95Ms, perSecond }) => [
        ...[method, String(clients), ratioText(cpu), formatNumber(cpuUs, 0)],
        ...[formatNumber(wallUs, 0), formatNumber(p95Ms, 1), formatNumber(perSecond, 0)],
        formatNumber(1e6 / cpuUs, 0),
      ]),
    ]),
    'of which PostgreSQL itself (PGlite, in one process, the same kind of texts)',
    formatTable([
      ['', 'CPU, µs', 'per core'],
      ...floors.map(({ name, cpuUs }) => [
        ...[name, formatNumber(cpuUs, 0), formatNumber(1e6 / cpuUs, 0)],
      ]),
    ]),
    `memory: daemon ${formatNumber(rssMb.daemon, 0)} MB, the larger worker ${formatNumber(rssMb.worker, 0)} MB`,
  ].join('\n\n');
}

/** @param {Awaited<ReturnType<typeof import('./load-costs.js').measureLoad>>} costs @param {number} megabytes */
export function describeLoad(costs, megabytes) {
  return [
    `a dump of ${formatNumber(megabytes, 1)} MB, each time in a new process`,
    formatTable([
      ['', 'CPU, ms', 'wall, ms', 'process after, MB'],
      ...Object.entries(costs).map(([name, { cpuMs, wallMs, rssMb }]) => [
        ...[name, formatNumber(cpuMs, 0), formatNumber(wallMs, 0), formatNumber(rssMb, 0)],
      ]),
    ]),
  ].join('\n\n');
}

/** @param {{ files: number, wallMs: Record<string, number> }} cost */
export function describeCheck({ files, wallMs }) {
  const rows = Object.entries(wallMs).map(([name, ms]) => [name, formatNumber(ms, 0)]);
  const title = `${files} files with a query each; only errata knows the schema (500 tables, from the cache)`;
  return [title, formatTable([['', 'wall, ms'], ...rows])].join('\n\n');
}

/** @param {Record<string, import('./start-costs.js').Start>} starts */
export function describeStart(starts) {
  const rows = Object.entries(starts).map(([name, { ms, cpuMs }]) => [
    ...[name, formatNumber(cpuMs, 0), formatNumber(ms, 0)],
  ]);
  return ['start', formatTable([['', 'CPU, ms', 'wall, ms'], ...rows])].join('\n\n');
}
