import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { FOLDERS, isInstalled, markInstalled } from './testing/installed.js';
import { findOpenMemoryPython, OPENMEMORY_PY, venvFolder } from './testing/openmemory-python.js';

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
