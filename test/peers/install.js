import { spawnSync } from 'node:child_process';
import process from 'node:process';
import {
  EMBEDDINGS_PY,
  embeddingsVenv,
  findEmbeddingsPython,
} from './testing/embeddings-python.js';
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

/**
 * Makes a Python environment, or says loudly what is left out without it.
 * @param {{ what: string, folder: string, packages: readonly string[], variable: string }} wanted
 */
function installPython({ what, folder, packages, variable }) {
  /** @param {string} program @param {readonly string[]} args */
  const run = (program, args) => spawnSync(program, args, { encoding: 'utf8' });
  const made = run('python3', ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '--quiet', ...packages];
  const got = made.status === 0 ? run(`${folder}/bin/python`, pip) : made;
  const [name] = packages.filter((each) => !each.startsWith('-'));
  process.stdout.write(
    got.status === 0
      ? `peers: ${name} installed\n`
      : `peers: LEFT OUT: ${what}. ${name} cannot be installed: ${got.error?.message ?? got.stderr.trim().split('\n').at(-1)}\n` +
          `peers: set $${variable} to a Python that has it to run its test\n`,
  );
}

if (process.exitCode === undefined && findOpenMemoryPython() === undefined) {
  installPython({
    what: 'the real Python OpenMemory',
    folder: venvFolder,
    packages: [OPENMEMORY_PY, ...UNDECLARED],
    variable: 'ERRATA_OPENMEMORY_PYTHON',
  });
}
if (process.exitCode === undefined && findEmbeddingsPython() === undefined) {
  installPython({
    what: 'search by meaning with a real model',
    folder: embeddingsVenv,
    packages: [...EMBEDDINGS_PY, '--no-deps'],
    variable: 'ERRATA_EMBEDDINGS_PYTHON',
  });
}
