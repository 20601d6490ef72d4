import { median } from '../../lib/statistics.js';
import { formatNumber, formatTable } from '../../lib/table.js';
import { CASES } from './cases.js';
import { measureGuard } from './measure.js';
import { SUBJECTS } from './servers/subjects.js';

/** @typedef {Map<string, import('./measure.js').Cost>} Costs */

/** Long enough to be compiled: guard's own code is larger than the SDK's, and 300 ms per case measured V8 at work on it. */
const FULL = {
  generations: 7,
  seconds: 42,
  sliceMs: 20,
  warmMs: 1_000,
  failingWarmMs: 1_000,
  minRounds: 5,
};
const QUICK = {
  generations: 1,
  seconds: 3,
  sliceMs: 5,
  warmMs: 60,
  failingWarmMs: 20,
  minRounds: 2,
};

/**
 * How many times the CPU of the bare server a guarded one may use.
 * @param {string} subject
 * @param {string} each
 */
const goalOf = (subject, each) => (each !== 'success' ? 1.5 : subject === 'v2-2026' ? 1.05 : 1.03);

/**
 * What `guard(server)` costs: the same server bare and guarded, over a transport in memory.
 * @type {import('../../lib/suite.js').Suite}
 */
export const guard = {
  name: 'guard',
  about: 'what guard(server) costs on servers of both SDKs, over a transport in memory',
  async run({ quick, seconds, signal, progress }) {
    const plan = quick ? QUICK : FULL;
    progress('starting and warming up');
    const costs = await measureGuard({
      ...plan,
      seconds: seconds ?? plan.seconds,
      signal,
      onProgress: (done) => progress(`${Math.round(done * 100)} %`),
    });
    return { text: describe(costs, plan.generations), json: { guard: toJson(costs) } };
  },
};

/** @param {Costs} costs @param {number} generations */
function describe(costs, generations) {
  const rows = SUBJECTS.flatMap(({ name }) =>
    CASES.map((each) => {
      const { ratios, bare, guarded } = costOf(costs, name, each);
      const spread = `${formatNumber(Math.min(...ratios), 2)}–${formatNumber(Math.max(...ratios), 2)}`;
      return [
        `${name}, ${each}`,
        `${formatNumber(median(ratios), 3)} (${spread})`,
        formatNumber(Math.min(...guarded) / Math.min(...bare), 3),
        formatNumber(median(bare) / 1000, 1),
        formatNumber(median(guarded) / 1000, 1),
      ];
    }),
  );
  const verdicts = SUBJECTS.flatMap(({ name }) =>
    CASES.map((each) => {
      const ratio = median(costOf(costs, name, each).ratios);
      const goal = goalOf(name, each);
      const verdict = ratio <= goal ? 'met   ' : 'missed';
      return `  ${verdict}  ${name}, ${each}: ${formatNumber(ratio, 2)} of ${goal}`;
    }),
  );
  return [
    `guarded / bare, CPU: median (least–most) of pairs of processes (${generations}), the best process of each; CPU per call, µs`,
    formatTable([['', 'guarded / bare', 'at best', 'bare', 'guarded'], ...rows]),
    ['Goals', ...verdicts].join('\n'),
  ].join('\n\n');
}

/** @param {Costs} costs */
function toJson(costs) {
  return Object.fromEntries(
    SUBJECTS.map(({ name }) => [
      name,
      Object.fromEntries(
        CASES.map((each) => {
          const { ratios, bare, guarded } = costOf(costs, name, each);
          const inMicroseconds = (/** @type {number[]} */ costs) => round(median(costs) / 1000);
          return [
            each,
            {
              ratio: round(median(ratios)),
              bare: inMicroseconds(bare),
              guarded: inMicroseconds(guarded),
            },
          ];
        }),
      ),
    ]),
  );
}

/** @param {Costs} costs @param {string} subject @param {string} each */
function costOf(costs, subject, each) {
  return costs.get(`${subject} ${each}`) ?? { ratios: [], bare: [], guarded: [] };
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;
