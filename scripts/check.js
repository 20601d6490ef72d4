// The one check: what CI runs, and nothing else is. Each step is a command that anyone can run alone.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

const PACKAGES = ['core', 'catalogs', 'edges', 'mcp', 'store', 'prove', 'kit', 'system', 'cli'].map(
  (name) => `packages/${name}`,
);
const SYSTEMS = ['systems/routeros', 'systems/engram', 'systems/erlmcp'];
const LIBRARIES = PACKAGES.filter((folder) => folder !== 'packages/cli');

/** @type {readonly [name: string, command: string][]} */
const steps = [
  ['build from clean', 'npm run build'],
  ['types', 'npm run types'],
  ['lint', 'npm run lint'],
  ['format', 'npm run fmt:check'],
  ['tests and boundaries', 'npm test'],
  ['docs in sync', 'npm run docs -- --check'],
  ['examples', 'npm run examples'],
  ['peers', 'npm run peers'],
  ...[...PACKAGES, ...SYSTEMS].map(
    (folder) => /** @type {[string, string]} */ ([`publint ${folder}`, `npx publint ${folder}`]),
  ),
  ...[...LIBRARIES, ...SYSTEMS].map(
    (folder) =>
      /** @type {[string, string]} */ ([
        `attw ${folder}`,
        `npx attw --pack ${folder} --profile esm-only`,
      ]),
  ),
];

for (const folder of [...PACKAGES, ...SYSTEMS]) {
  rmSync(`${folder}/dist`, { recursive: true, force: true });
  rmSync(`${folder}/tsconfig.tsbuildinfo`, { force: true });
}

for (const [name, command] of steps) {
  const started = Date.now();
  console.log(`\n▸ ${name}: ${command}`);
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (status !== 0) {
    console.error(`\n✗ ${name} failed after ${seconds} s`);
    process.exit(1);
  }
  console.log(`✓ ${name} (${seconds} s)`);
}
console.log('\n✓ all checks passed');
