import { isInstalled } from '../../lib/fastmcp.js';
import { createRandom, median, shuffle } from '../../lib/statistics.js';
import { formatNumber, formatTable } from '../../lib/table.js';
import { spawnOnce } from './spawn-once.js';

/** @typedef {import('./spawn-once.js').Life} Life */

/** In the order of the table. A guarded server is compared with the bare one of its SDK. */
const SERVERS = [
  { name: 'floor' },
  { name: 'errata' },
  { name: 'sdk-v1' },
  { name: 'guarded-v1', bare: 'sdk-v1', goal: true },
  { name: 'served-v1', bare: 'sdk-v1' },
  { name: 'sdk-v2' },
  { name: 'guarded-v2', bare: 'sdk-v2', goal: true },
  { name: 'served-v2', bare: 'sdk-v2' },
  { name: 'fastmcp', installed: isInstalled },
];

const FULL = { seconds: 50, minRounds: 5 };
const QUICK = { seconds: 1, minRounds: 2 };

/** A guarded server may take this many times as long to start as a bare one. */
const GOAL = 1.1;

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
  const rows = SERVERS.map(({ name, bare }) => {
    const own = lives.get(name);
    if (own === undefined) return [name, 'not installed'];
    return [
      name,
      formatNumber(typical(own, 'cpuMs'), 0),
      formatNumber(times(lives, name, 'floor', 'cpuMs'), 2),
      bare === undefined ? '' : formatNumber(times(lives, name, bare, 'cpuMs'), 3),
      formatNumber(typical(own, 'answerMs'), 0),
      bare === undefined ? '' : formatNumber(times(lives, name, bare, 'answerMs'), 3),
      formatNumber(typical(own, 'endMs'), 0),
      formatNumber(typical(own, 'rssMb'), 0),
    ];
  });
  const head = ['', 'CPU ms', '× floor', '× bare', 'answer ms', '× bare', 'end ms', 'RSS MB'];
  const verdicts = SERVERS.filter(({ goal }) => goal === true).map(({ name, bare = '' }) => {
    const ratio = times(lives, name, bare, 'cpuMs');
    return `  ${ratio <= GOAL ? 'met   ' : 'missed'}  ${name}: ${formatNumber(ratio, 3)} × ${bare}`;
  });
  const rounds = lives.get('floor')?.length ?? 0;
  return [
    `Spawn, initialize, end of input, end: medians of ${rounds} rounds; CPU of the whole life, ratios inside a round`,
    formatTable([head, ...rows]),
    [`Goal: guarded at most ${GOAL} × bare, by CPU`, ...verdicts].join('\n'),
  ].join('\n\n');
}

/** @param {Map<string, Life[]>} lives */
function toJson(lives) {
  return Object.fromEntries(
    SERVERS.map(({ name, bare }) => {
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
          ...(bare !== undefined && { timesBare: round(times(lives, name, bare, 'cpuMs')) }),
        },
      ];
    }),
  );
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;
