// The one check: what CI runs, and nothing else is. Each step is a command that anyone can run alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const PACKAGES = [
  'core',
  'catalogs',
  'edges',
  'mcp',
  'store',
  'prove',
  'check',
  'kit',
  'observe',
  'upstream',
  'cli',
].map((name) => `packages/${name}`);
const SYSTEMS = ['systems/routeros', 'systems/engram', 'systems/erlmcp', 'systems/sql-fun'];
const LIBRARIES = PACKAGES.filter((folder) => folder !== 'packages/cli');

/** @typedef {readonly [name: string, command: string]} Step */

/** @type {readonly Step[]} */
const suite = [
  ['tests', 'npm test'],
  ['drills', 'npm run drills'],
];

/**
 * One after the other; those of one list side by side.
 * @type {readonly (readonly Step[])[]}
 */
const steps = [
  [['build from clean', 'npm run build']],
  [
    ['types', 'npm run types'],
    ['lint', 'npm run lint'],
    ['format', 'npm run fmt:check'],
    ['regular expressions', 'npm run regexes'],
  ],
  // Each of the two keeps two cores busy by itself.
  ...(availableParallelism() < 4 ? suite.map((step) => [step]) : [suite]),
  [
    ['docs in sync', 'npm run docs -- --check'],
    ['public names', 'npm run api -- --check'],
    ['sizes', 'npm run size'],
  ],
  [['examples', 'npm run examples']],
  [['peers', 'npm run peers']],
  [
    ...[...PACKAGES, ...SYSTEMS].map(
      (folder) => /** @type {Step} */ ([`publint ${folder}`, `npx publint ${folder}`]),
    ),
    ...[...LIBRARIES, ...SYSTEMS].map(
      (folder) =>
        /** @type {Step} */ ([`attw ${folder}`, `npx attw --pack ${folder} --profile esm-only`]),
    ),
  ],
];

/** Where everything was just installed, and so built, from clean: as CI does. */
const isBuilt = process.argv.includes('--built');

for (const folder of isBuilt ? [] : [...PACKAGES, ...SYSTEMS]) {
  rmSync(`${folder}/dist`, { recursive: true, force: true });
  rmSync(`${folder}/tsconfig.tsbuildinfo`, { force: true });
}

for (const list of isBuilt ? steps.slice(1) : steps) {
  const queue = [...list];
  const alone = queue.length === 1;
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
        await run(step, alone);
      }
    }),
  );
}
console.log('\n✓ all checks passed');

/**
 * What runs alone is shown while it runs; of others, what they said when they are done.
 * @param {Step} step
 * @param {boolean} alone
 */
async function run([name, command], alone) {
  const started = Date.now();
  if (alone) console.log(`\n▸ ${name}: ${command}`);
  const child = spawn(command, { shell: true, stdio: alone ? 'inherit' : 'pipe' });
  let said = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (said += chunk));
  const [status] = await once(child, 'close');
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (!alone) console.log(`\n▸ ${name}: ${command}\n${said}`);
  if (status !== 0) {
    console.error(`\n✗ ${name} failed after ${seconds} s`);
    process.exit(1);
  }
  console.log(`✓ ${name} (${seconds} s)`);
}
