import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { FOLDERS, isInstalled, markInstalled } from './testing/installed.js';

/** Installs the peers and the registry from their own locks, unless what is there was installed from these very locks. */
for (const [name, { folder, what }] of Object.entries(FOLDERS)) {
  if (isInstalled(folder)) {
    process.stdout.write(`${name}: already installed\n`);
    continue;
  }
  process.stdout.write(`${name}: installing (${what})\n`);
  // No scripts: nothing here needs one to run, and what they would fetch is not in the lock.
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) {
    markInstalled(folder);
    process.stdout.write(`${name}: installed\n`);
  } else {
    const why = error?.message ?? `npm ci ended with ${status ?? 'a signal'}`;
    process.stderr.write(`${name}: could not be installed: ${why}\n`);
    process.exitCode = 1;
  }
}
