import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { isInstalled, markInstalled, peersFolder } from './testing/installed.js';

/** Installs the peers from their own lock, unless what is there was installed from this very lock. */
if (isInstalled()) {
  process.stdout.write('peers: already installed\n');
} else {
  process.stdout.write('peers: installing (about 340 packages, 360 MB)\n');
  // No scripts: no peer needs one to run, and what they would fetch is not in the lock.
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts'], {
    cwd: peersFolder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) {
    markInstalled();
    process.stdout.write('peers: installed\n');
  } else {
    const why = error?.message ?? `npm ci ended with ${status ?? 'a signal'}`;
    process.stderr.write(`peers: could not be installed: ${why}\n`);
    process.exitCode = 1;
  }
}
