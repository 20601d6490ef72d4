import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

/** The temporary folder of one run: whatever its tests and their programs leave there goes when it ends. */
export const RUN_FOLDER = join(tmpdir(), `errata-run-${process.pid}`);

/**
 * Builds `dist` before the first test and before each repeat of watch mode, so that no test can start a program older than its
 * source. Where nothing has changed this takes about a second and writes nothing: another run may be using those files.
 */
export function setup(project: TestProject): void {
  mkdirSync(RUN_FOLDER, { recursive: true });
  // Vitest would first say that it found no tests.
  if (!build()) process.exit(1);
  project.onTestsRerun(() => void build());
}

/** Whether there is a build of the source as it is now; says why not. */
function build(): boolean {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) process.stderr.write(`not built, and so not tested:\n${stdout}${stderr}\n`);
  return status === 0;
}

export function teardown(): void {
  rmSync(RUN_FOLDER, { recursive: true, force: true });
}
