import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Exposes the garbage collector, so that no command-line flag is needed.
setFlagsFromString('--expose-gc');

/** @type {(options?: { type: 'minor' | 'major' }) => void} */
const collect = runInNewContext('gc');

/**
 * CPU time of the whole process in nanoseconds: all threads, user and system. On a shared machine it is the only clock
 * that other tenants do not move, and it includes the garbage collection and compilation that each contender causes.
 */
export function cpuNanoseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

/** Empty the young generation, so that no contender pays for the garbage of the one before. */
export function collectYoung() {
  collect({ type: 'minor' });
}

/** Collect everything. Twice, because what finalizers release is only found by the next pass. */
export function collectAll() {
  collect();
  collect();
}
