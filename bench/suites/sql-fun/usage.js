import { readdirSync, readFileSync } from 'node:fs';

/** The clock of `/proc` ticks a hundred times a second. */
const TICK_NS = 1e7;

/**
 * CPU nanoseconds that a process has used so far, and those of its children that live.
 * @param {number} pid
 * @returns {number}
 */
export function cpuOfTree(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) * TICK_NS;
  return childrenOf(pid).reduce((sum, child) => sum + cpuOfTree(child), own);
}

/** Megabytes of memory. @param {number} pid */
export function rssOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Of whichever thread started them. @param {number} pid */
export function childrenOf(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}
