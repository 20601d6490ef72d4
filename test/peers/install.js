import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { isInstalled, markInstalled, peersFolder } from './testing/installed.js';
import { findOpenMemoryPython, OPENMEMORY_PY, venvFolder } from './testing/openmemory-python.js';

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

/** What the Python server imports and its package does not name. */
const UNDECLARED = ['pyyaml', 'python-dotenv'];

if (process.exitCode === undefined && findOpenMemoryPython() === undefined) {
  /** @param {string} program @param {readonly string[]} args */
  const run = (program, args) => spawnSync(program, args, { encoding: 'utf8' });
  const made = run('python3', ['-m', 'venv', venvFolder]);
  const pip = ['-m', 'pip', 'install', '--quiet', OPENMEMORY_PY, ...UNDECLARED];
  const got = made.status === 0 ? run(`${venvFolder}/bin/python`, pip) : made;
  process.stdout.write(
    got.status === 0
      ? `peers: ${OPENMEMORY_PY} installed\n`
      : `peers: LEFT OUT: the real Python OpenMemory. ${OPENMEMORY_PY} cannot be installed: ${got.error?.message ?? got.stderr.trim().split('\n').at(-1)}\n` +
          'peers: set $ERRATA_OPENMEMORY_PYTHON to a Python that has it to run its test\n',
  );
}
