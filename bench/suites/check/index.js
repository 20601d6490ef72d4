import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { median } from '../../lib/statistics.js';
import { formatTable } from '../../lib/table.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Servers over stdio, and the seconds that one run of `errata check` may take on a quiet machine. */
const SERVERS = [
  {
    name: 'healthy',
    goal: 8,
    words: ['test/peers/fixtures/bare-server.js', 'v1', 'stdio', 'serve'],
  },
  { name: 'bare SDK v1', goal: 20, words: ['test/peers/fixtures/bare-server.js', 'v1', 'stdio'] },
  { name: 'silent', goal: 20, words: ['bench/suites/check/silent-server.js'] },
];

/**
 * How long one whole run of `errata check` takes.
 * @type {import('../../lib/suite.js').Suite}
 */
export const check = {
  name: 'check',
  about: 'one run of errata check: a healthy server, and ones that leave requests unanswered',
  async run({ quick, signal, progress }) {
    /** @type {Map<string, number[]>} */
    const seconds = new Map(SERVERS.map(({ name }) => [name, []]));
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      for (const { name, words } of SERVERS) {
        progress(name);
        seconds.get(name)?.push(await runOnce(words, signal));
      }
    }
    const rows = SERVERS.map(({ name, goal }) => {
      const times = seconds.get(name) ?? [];
      return [name, median(times).toFixed(1), Math.max(...times).toFixed(1), String(goal)];
    });
    return {
      text: formatTable([['server', 's (median)', 's (most)', 's (goal)'], ...rows]),
      json: { check: Object.fromEntries(seconds) },
    };
  },
};

/** @param {readonly string[]} words @param {AbortSignal} signal @returns {Promise<number>} */
async function runOnce(words, signal) {
  const began = performance.now();
  const args = ['packages/cli/bin/errata.js', 'check', '--json', '--', process.execPath, ...words];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore', signal });
  const [code] = await once(child, 'close');
  if (code !== 0 && code !== 1) throw new Error(`errata check ended with ${code}`);
  return (performance.now() - began) / 1000;
}
