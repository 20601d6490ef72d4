import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Node hides the collector unless it is asked for; asking here spares everyone a command-line flag.
setFlagsFromString('--expose-gc');

/** @type {(options?: { type: 'minor' | 'major' }) => void} */
const collect = runInNewContext('gc');

/**
 * CPU time of the whole process in nanoseconds: all threads, user and system. On a shared machine it is the only clock
 * that other tenants do not move, and it charges garbage collection and compilation to whoever caused them.
 */
export function cpuNanoseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

/** Empty the young generation, so that nobody pays for garbage of the one measured before. */
export function collectYoung() {
  collect({ type: 'minor' });
}

/** Collect everything. Twice, because what finalizers release is only found by the next pass. */
export function collectAll() {
  collect();
  collect();
}
