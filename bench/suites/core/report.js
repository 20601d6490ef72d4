import { formatNumber, formatTable } from '../../lib/table.js';
import { KINDS } from './sizes.js';

/**
 * @typedef {import('./case-costs.js').CaseCosts} CaseCosts
 * @typedef {import('./memory.js').Memory} Memory
 */

/** At least this share of the floor's speed on each error case, and ahead of every peer. */
const GOAL = 0.75;
const GOAL_CASES = ['unknown-method', 'invalid-params', 'domain-error', 'truncated-json'];

/** @param {CaseCosts} costs */
export function describeCases(costs) {
  /** @param {(name: string, implementation: string) => string} cell */
  const table = (cell) => {
    /** @param {{ name: string }} implementation */
    const row = ({ name }) => [name, ...costs.cases.map((each) => cell(each, name))];
    const main = costs.implementations.filter(({ extra }) => extra !== true);
    const extra = costs.implementations.filter((each) => each.extra === true);
    return formatTable([['', ...costs.cases], ...main.map(row), [''], ...extra.map(row)]);
  };
  const shares = table((name, implementation) => {
    const cost = costs.cost(name, implementation);
    if (cost === null) return '–';
    if (implementation === 'floor') return '1.00 (reference)';
    return `${formatNumber(cost.share, 2)} (${formatNumber(cost.p10, 2)}–${formatNumber(cost.p90, 2)})`;
  });
  const times = table((name, implementation) =>
    formatNumber(costs.cost(name, implementation)?.microseconds, 2),
  );
  return [
    `Share of the floor's speed, by CPU time: median (p10–p90) of ${costs.rounds} rounds; – is no answer`,
    shares,
    'CPU time per message, µs: median',
    times,
    judge(costs),
  ].join('\n\n');
}

/** @param {CaseCosts} costs */
function judge(costs) {
  const peers = costs.implementations.filter(({ role, extra }) => role === 'peer' && !extra);
  const verdicts = GOAL_CASES.map((name) => {
    const share = costs.cost(name, 'errata')?.share ?? 0;
    const ahead = peers.filter((peer) => (costs.cost(name, peer.name)?.share ?? 0) >= share);
    const isReached = share >= GOAL && ahead.length === 0;
    const order =
      ahead.length === 0
        ? 'ahead of every peer'
        : `behind ${ahead.map((peer) => peer.name).join(', ')}`;
    return `  ${isReached ? 'met   ' : 'missed'}  ${name}: ${formatNumber(share, 2)}, ${order}`;
  });
  return [`Goal: errata at ${GOAL} of the floor or more, ahead of every peer`, ...verdicts].join(
    '\n',
  );
}

/**
 * @param {Record<string, Record<string, number[]>>} costs
 * @param {readonly number[]} sizes
 */
export function describeSizes(costs, sizes) {
  const rows = KINDS.flatMap(({ name }) =>
    Object.entries(costs[name] ?? {}).map(([implementation, perByte]) => [
      `${name}, ${implementation}`,
      ...perByte.map((cost) => formatNumber(cost, 2)),
    ]),
  );
  return [
    'CPU time per byte of the request, ns: a row that does not rise is linear',
    formatTable([['', ...sizes.map(formatSize)], ...rows]),
    KINDS.map(({ name, about }) => `  ${name}: ${about}`).join('\n'),
  ].join('\n\n');
}

/** @param {number} bytes */
function formatSize(bytes) {
  return bytes < 1_000_000 ? `${bytes / 1_000} kB` : `${bytes / 1_000_000} MB`;
}

/**
 * @param {Record<string, Memory>} memory
 * @param {number} replies
 */
export function describeMemory(memory, replies) {
  const rows = Object.entries(memory).map(([name, each]) => [
    name,
    String(each.allocatedSuccess),
    String(each.allocatedError),
    formatNumber(each.heapUsed / 1e6, 1),
    formatNumber(each.retainedPerReply, 2),
    String(each.inFlight),
    String(each.afterFlight),
  ]);
  const head = [
    '',
    'B per success',
    'B per error',
    'live heap MB',
    'B kept per reply',
    'B in flight',
    'B after it',
  ];
  return [
    `Memory, one process each; live heap after ${replies.toLocaleString('en')} error replies`,
    formatTable([head, ...rows]),
  ].join('\n\n');
}
