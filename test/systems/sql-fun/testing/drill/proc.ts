import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

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

/** What a process has open: PostgreSQL opens the files of a database when it needs them, all else is counted. */
export interface OpenFiles {
  readonly others: number;
  /** Files of databases that were closed and removed. */
  readonly removed: readonly string[];
}

export function openFilesOf(pid: number): OpenFiles {
  const folder = `/proc/${pid}/fd`;
  const paths = quietly(() => readdirSync(folder), []).flatMap((fd) =>
    quietly(() => [readlinkSync(join(folder, fd))], []),
  );
  const ofDatabases = paths.filter((path) => OF_DATABASE.test(path));
  return {
    others: paths.length - ofDatabases.length,
    removed: ofDatabases.filter((path) => path.endsWith(' (deleted)')),
  };
}

const OF_DATABASE = /\/(?:own|new)-\d+-[\w-]+\//;

/** Whether it runs: what has ended and waits for its parent does not. */
export function isRunning(pid: number): boolean {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  return stat !== '' && !/^\d+ \(.*\) [ZX] /s.test(stat);
}
