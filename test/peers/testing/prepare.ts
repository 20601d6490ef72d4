import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './installed.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs once before the suites. A missing peer is a failure: a suite that skips itself proves nothing. */
export function setup(): void {
  if (!isInstalled()) {
    throw new Error(
      'The peers are not installed as their lock says: run node test/peers/install.js first',
    );
  }
  // The processes under test are plain node and import the build, which must be that of this source.
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
