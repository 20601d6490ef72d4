// Does a test depend on how busy the machine is? Runs `npm test` several times and the drills once, with two busy loops per core beside
// them, and prints a log: date, commit, time and result of each run. `npm run busy -- --runs 5 --no-drills`
import { execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, 'no-drills': { type: 'boolean' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 0) {
  console.error(`--runs takes a whole number, not "${values.runs}"`);
  process.exit(2);
}
const commit = execSync('git rev-parse --short HEAD', { encoding: 'utf8' }).trim();
const commands = [
  ...Array.from({ length: runs }, () => 'npm test'),
  ...(values['no-drills'] === true ? [] : ['npm run drills']),
];

const loops = Array.from({ length: 2 * availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const stop = () => loops.forEach((loop) => loop.kill('SIGKILL'));
process.on('exit', stop);
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

const log = [`commit ${commit}, ${loops.length} busy loops beside each run`];
let failed = false;
for (const command of commands) {
  const began = new Date();
  const child = spawn(command, { shell: true, stdio: 'inherit' });
  const [status] = await once(child, 'close');
  failed ||= status !== 0;
  const seconds = ((Date.now() - began.getTime()) / 1000).toFixed(0);
  log.push(`${began.toISOString()}  ${command.padEnd(14)}  ${seconds} s  exit ${status}`);
}
console.log(`\n${log.join('\n')}`);
// The loops are children: as long as they run, this process does.
stop();
process.exitCode = failed ? 1 : 0;
