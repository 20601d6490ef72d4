import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild, type Command } from './child.js';
import { inspectorCli } from './peers.js';

/** What the Inspector's command line printed, and how it ended. */
export interface Inspected {
  readonly code: number | null;
  /** Everything on stdout and stderr. */
  readonly printed: string;
}

/** Runs the Inspector once against a process or an address. */
export async function inspect(target: Command | URL, args: readonly string[]): Promise<Inspected> {
  // It keeps a catalog and tokens in the home folder; that of whoever runs the tests is none of its business.
  const home = await mkdtemp(join(tmpdir(), 'errata-inspector-'));
  const where = target instanceof URL ? [target.href] : [target.command, ...target.args];
  try {
    const run = await runChild({
      ...inspectorCli([...where, ...args, '--format', 'json']),
      env: { HOME: home },
    });
    return { code: run.code, printed: `${run.output}\n${run.errors}` };
  } finally {
    await rm(home, { recursive: true });
  }
}
