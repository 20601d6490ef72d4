// The one check: what CI runs, and nothing else is. Each step is a command that anyone can run alone.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

const PACKAGES = ['core', 'catalogs', 'edges', 'mcp', 'cli'];
const LIBRARIES = ['core', 'catalogs', 'edges', 'mcp'];

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
  ...PACKAGES.map(
    (name) => /** @type {[string, string]} */ ([`publint ${name}`, `npx publint packages/${name}`]),
  ),
  ...LIBRARIES.map(
    (name) =>
      /** @type {[string, string]} */ ([
        `attw ${name}`,
        `npx attw --pack packages/${name} --profile esm-only`,
      ]),
  ),
];

for (const name of PACKAGES) {
  rmSync(`packages/${name}/dist`, { recursive: true, force: true });
  rmSync(`packages/${name}/tsconfig.tsbuildinfo`, { force: true });
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
