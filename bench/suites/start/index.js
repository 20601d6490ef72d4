import { isInstalled } from '../../lib/fastmcp.js';
import { createRandom, median, shuffle } from '../../lib/statistics.js';
import { formatNumber, formatTable } from '../../lib/table.js';
import { spawnOnce } from './spawn-once.js';

/** @typedef {import('./spawn-once.js').Life} Life */

/** At most so many times the SDK's, by one figure. @typedef {{ figure: keyof Life, times: number }} Goal */

/** @type {Goal} */
const GUARDED = { figure: 'cpuMs', times: 1.1 };
/** @type {Goal} */
const KIT = { figure: 'answerMs', times: 0.5 };

/**
 * In the order of the table. A guarded server is compared with the bare one of its SDK, the kit with SDK v2.
 * @type {readonly { name: string, sdk?: string, goal?: Goal, installed?: () => boolean }[]}
 */
const SERVERS = [
  { name: 'floor' },
  { name: 'errata' },
  { name: 'kit', sdk: 'sdk-v2', goal: KIT },
  { name: 'sdk-v1' },
  { name: 'guarded-v1', sdk: 'sdk-v1', goal: GUARDED },
  { name: 'served-v1', sdk: 'sdk-v1' },
  { name: 'sdk-v2' },
  { name: 'guarded-v2', sdk: 'sdk-v2', goal: GUARDED },
  { name: 'served-v2', sdk: 'sdk-v2' },
  { name: 'fastmcp', installed: isInstalled },
];

const FULL = { seconds: 50, minRounds: 5 };
const QUICK = { seconds: 1, minRounds: 2 };

/**
 * From nothing to the answer to `initialize`, and from the end of input to the end of the process.
 * @type {import('../../lib/suite.js').Suite}
 */
export const start = {
  name: 'start',
  about: 'start of a stdio server until it answers initialize, and its end',
  async run({ quick, seconds, signal, progress }) {
    const plan = quick ? QUICK : FULL;
    const budget = seconds ?? plan.seconds;
    const servers = SERVERS.filter(({ installed }) => installed?.() !== false);
    /** @type {Map<string, Life[]>} */
    const lives = new Map(servers.map(({ name }) => [name, []]));
    const random = createRandom(20261115);
    // The first round fills the file system's cache and is not counted.
    for (const { name } of servers) await spawnOnce(name, signal);
    const started = performance.now();
    const spent = () => (performance.now() - started) / 1000 / budget;
    for (let round = 0; round < plan.minRounds || spent() < 1; round++) {
      for (const { name } of shuffle(servers, random)) {
        lives.get(name)?.push(await spawnOnce(name, signal));
        progress(`${Math.round(Math.min(1, spent()) * 100)} %`);
      }
    }
    return { text: describe(lives), json: { start: toJson(lives) } };
  },
};

/**
 * The median over the rounds of one figure as a multiple of another server's in the same round.
 * @param {Map<string, Life[]>} lives
 * @param {string} name
 * @param {string} reference
 * @param {keyof Life} figure
 */
function times(lives, name, reference, figure) {
  const base = lives.get(reference) ?? [];
  const own = lives.get(name) ?? [];
  return median(own.map((life, round) => life[figure] / (base[round]?.[figure] ?? NaN)));
}

/** @param {readonly Life[]} some @param {keyof Life} figure */
const typical = (some, figure) => median(some.map((life) => life[figure]));

/** @param {Map<string, Life[]>} lives */
function describe(lives) {
  const rows = SERVERS.map(({ name, sdk }) => {
    const own = lives.get(name);
    if (own === undefined) return [name, 'not installed'];
    return [
      name,
      formatNumber(typical(own, 'cpuMs'), 0),
      formatNumber(times(lives, name, 'floor', 'cpuMs'), 2),
      sdk === undefined ? '' : formatNumber(times(lives, name, sdk, 'cpuMs'), 3),
      formatNumber(typical(own, 'answerMs'), 0),
      sdk === undefined ? '' : formatNumber(times(lives, name, sdk, 'answerMs'), 3),
      formatNumber(typical(own, 'endMs'), 0),
      formatNumber(typical(own, 'rssMb'), 0),
    ];
  });
  const head = ['', 'CPU ms', '× floor', '× SDK', 'answer ms', '× SDK', 'end ms', 'RSS MB'];
  const verdicts = SERVERS.flatMap(({ name, sdk, goal }) => {
    if (sdk === undefined || goal === undefined) return [];
    const ratio = times(lives, name, sdk, goal.figure);
    const verdict = ratio <= goal.times ? 'met   ' : 'missed';
    const by = goal.figure === 'cpuMs' ? 'CPU' : 'time to the answer';
    return [
      `  ${verdict}  ${name}: ${formatNumber(ratio, 3)} × ${sdk} by ${by}, at most ${goal.times}`,
    ];
  });
  const rounds = lives.get('floor')?.length ?? 0;
  return [
    `Spawn, initialize, end of input, end: medians of ${rounds} rounds; CPU of the whole life, ratios inside a round`,
    formatTable([head, ...rows]),
    ['Goals', ...verdicts].join('\n'),
  ].join('\n\n');
}

/** @param {Map<string, Life[]>} lives */
function toJson(lives) {
  return Object.fromEntries(
    SERVERS.map(({ name, sdk }) => {
      const own = lives.get(name);
      if (own === undefined) return [name, null];
      return [
        name,
        {
          cpuMs: round(typical(own, 'cpuMs')),
          answerMs: round(typical(own, 'answerMs')),
          endMs: round(typical(own, 'endMs')),
          rssMb: round(typical(own, 'rssMb')),
          timesFloor: round(times(lives, name, 'floor', 'cpuMs')),
          ...(sdk !== undefined && {
            timesSdk: round(times(lives, name, sdk, 'cpuMs')),
            timesSdkToAnswer: round(times(lives, name, sdk, 'answerMs')),
          }),
        },
      ];
    }),
  );
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;
