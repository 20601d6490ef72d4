// What the release workflow runs: `versions` makes versions and changelogs of the changesets, `publish` publishes each version that npm does not have.
import { spawnSync } from 'node:child_process';

/** @type {Record<string, readonly (readonly string[])[]>} */
const STEPS = {
  versions: [
    ['node', 'scripts/release/node_modules/@changesets/cli/bin.js', 'version'],
    ['npm', 'install', '--package-lock-only', '--ignore-scripts'],
  ],
  publish: [['node', 'scripts/release/node_modules/@changesets/cli/bin.js', 'publish']],
};

const steps = STEPS[process.argv[2] ?? ''];
if (steps === undefined) {
  console.error(`usage: node scripts/release.js ${Object.keys(STEPS).join('|')}`);
  process.exit(2);
}
const install = ['npm', 'ci', '--prefix', 'scripts/release', '--ignore-scripts'];
for (const [command = '', ...args] of [install, ...steps]) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
