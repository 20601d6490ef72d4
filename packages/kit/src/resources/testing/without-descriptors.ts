import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';

/** Does something while this process can open nothing more: every descriptor that it may have is taken. */
export async function withoutDescriptors(work: () => Promise<void>): Promise<void> {
  const limit = (soft: string) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${soft}:`]);
  const report = execFileSync('prlimit', [
    '--pid',
    String(process.pid),
    '--nofile',
    '-o',
    'SOFT',
    '--noheadings',
  ]);
  // Some room, to start the command that takes the limit away again.
  const highest = Math.max(...readdirSync('/proc/self/fd').map(Number));
  limit(String(highest + 20));
  const taken: number[] = [];
  try {
    takeAll(taken);
    await work();
  } finally {
    for (const descriptor of taken) closeSync(descriptor);
    limit(report.toString().trim());
  }
}

function takeAll(taken: number[]): void {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  }
}
