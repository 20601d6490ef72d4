import { execFileSync } from 'node:child_process';
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
  build();
  project.onTestsRerun(build);
}

function build(): void {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  try {
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`the programs that tests start cannot be built:\n${stdout}${stderr}`);
  }
}

export function teardown(): void {
  rmSync(RUN_FOLDER, { recursive: true, force: true });
}
