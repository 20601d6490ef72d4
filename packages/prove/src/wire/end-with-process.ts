import type { ChildProcess } from 'node:child_process';
import process from 'node:process';

const children = new Set<ChildProcess>();

const endAll = (): void => children.forEach((child) => child.kill('SIGKILL'));

/** No child outlives this process, also where it ends in the middle of everything. */
export function endWithProcess(child: ChildProcess): void {
  // First of all that happens then: what the children work on may be removed next.
  if (children.size === 0) process.prependListener('exit', endAll);
  children.add(child);
  const forget = (): void => {
    children.delete(child);
    if (children.size === 0) process.off('exit', endAll);
  };
  child.once('exit', forget).once('error', forget);
}
