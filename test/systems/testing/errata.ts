import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built command: what is tested here runs as users run it. */
export const ERRATA = fileURLToPath(
  new URL('../../../packages/cli/bin/errata.js', import.meta.url),
);

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run the built command to its end. */
export function runErrata(args: readonly string[], folder: string): Promise<Ended> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [ERRATA, ...args], {
    env: { PATH, HOME: folder, XDG_STATE_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
