import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

/** Where programs that tests start keep their state by default. */
export const STATE_FOLDER = join(tmpdir(), `errata-state-${process.pid}`);

/**
 * Builds `dist` before the first test and before each repeat of watch mode, so that no test can start a program older than its
 * source. Where nothing has changed this takes about a second and writes nothing: another run may be using those files.
 */
export function setup(project: TestProject): void {
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
  rmSync(STATE_FOLDER, { recursive: true, force: true });
}
