import { readdirSync, readFileSync } from 'node:fs';

/** What `/proc` says of processes. One that has just gone says nothing. */
const quietly = <T>(look: () => T, otherwise: T): T => {
  try {
    return look();
  } catch {
    return otherwise;
  }
};

export function childrenOf(pid: number): readonly number[] {
  const text = quietly(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), '');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Megabytes of memory that a process has. */
export function rssOf(pid: number): number {
  const status = quietly(() => readFileSync(`/proc/${pid}/status`, 'utf8'), '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** How many files and sockets a process has open. */
export const openFilesOf = (pid: number): number =>
  quietly(() => readdirSync(`/proc/${pid}/fd`).length, 0);

/** Whether it runs: what has ended and waits for its parent does not. */
export function isRunning(pid: number): boolean {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  return stat !== '' && !/^\d+ \(.*\) [ZX] /s.test(stat);
}
